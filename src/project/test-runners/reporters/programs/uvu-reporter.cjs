// The body of a function that our start script calls with uvu's program, in place of it: uvu reports no test that passed.
// Its own parts find the files, declare the tests and run them; the start script's variables are in scope.
module.exports = async (program) => {
  // __PARTS__
  const ASKED = '__ASKED__';
  const { resolve } = require('node:path');
  const { parseArgs } = require('node:util');
  const files = new Map();
  const unhandled = [];
  let loading = null;
  let running = null;

  /** The same, under the names that other assertion libraries use. */
  const fault = (error) => {
    if (error === null || typeof error !== 'object' || !('expects' in error)) return tell(error);
    return { ...tell(error), name: 'AssertionError', expected: show(error.expects), actual: show(error.actual) };
  };
  const LEFT = 'the process exited unexpectedly, before the test was over';

  const follow = (title, suite, state) => {
    const one = { title, suites: suite ? [suite] : [], state, begun: 0, ms: 0, failed: null };
    loading.tests.push(one);
    return one;
  };
  const noted = (run) =>
    async function (state) {
      try {
        return await run.call(this, state);
      } catch (error) {
        if (running) running.failed ??= fault(error);
        throw error;
      }
    };
  const isAsked = (suite, title) => {
    const path = [...(suite ? [suite] : []), title];
    return ASKED.names === null || JSON.stringify(path) === JSON.stringify(ASKED.names);
  };
  /** The tests of a suite as uvu runs them, with our hooks before and after each test. */
  const watched = (suite, name) => {
    const asked = (list) => list.filter((test) => isAsked(name, test.name));
    const only = suite.only.length > 0;
    const runs = asked(only ? suite.only : suite.tests);
    const told = runs.map((test) => follow(test.name, name, 'failed'));
    // For tests that are skipped by name, uvu keeps only their number.
    if (only) for (const test of asked(suite.tests)) follow(test.name, name, 'skipped');
    let at = 0;
    const begin = () => {
      running = told[at];
      at += 1;
      running.begun = performance.now();
    };
    const end = () => {
      if (!running.failed) running.state = 'passed';
      running.ms = performance.now() - running.begun;
      running = null;
    };
    return {
      ...suite,
      tests: runs.map((test) => ({ name: test.name, handler: noted(test.handler) })),
      only: [],
      skips: suite.skips + (only ? suite.tests.length : 0),
      bEach: [begin, ...suite.bEach.map(noted)],
      aEach: [...suite.aEach.map(noted), end],
    };
  };
  /** While files load: a suite's `run` binds uvu's runner to its tests, the only place where they can be reached. */
  const whileWatched = async (load) => {
    const { bind } = Function.prototype;
    Function.prototype.bind = function (...given) {
      const [own, suite, name] = given;
      const isSuite = own === 0 && this.name === 'runner' && Array.isArray(suite?.tests) && Array.isArray(suite.only);
      return isSuite ? bind.call(this, own, watched(suite, name), name) : bind.apply(this, given);
    };
    try {
      await load();
    } finally {
      Function.prototype.bind = bind;
    }
  };

  process.on('uncaughtExceptionMonitor', (error) => {
    if (running) running.failed ??= tell(error);
    else unhandled.push(tell(error));
  });
  process.prependListener('exit', (code) => {
    write({
      unhandled,
      files: [...files].map(([file, { tests, errors }]) => ({
        ...{ file, errors },
        tests: tests.map(({ title, suites, state, ms, failed }) => ({
          ...{ title, suites, state, ms },
          ...(state === 'failed' ? { error: failed ?? { message: LEFT } } : {}),
        })),
        ...(tests.length + errors.length === 0 && code === 0 ? { empty: 'no-tests' } : {}),
      })),
    });
  });

  const { values, positionals } = parseArgs({
    args,
    options: {
      ignore: { type: 'string', short: 'i', multiple: true, default: [] },
      require: { type: 'string', short: 'r', multiple: true, default: [] },
      cwd: { type: 'string', short: 'C', default: '.' },
      bail: { type: 'boolean', short: 'b' },
    },
    ...{ allowPositionals: true, strict: false },
  });
  process.argv = own;
  const folder = dirname(program);
  const { parse } = require(join(folder, 'parse'));
  // Also loads the modules given by `--require`.
  const found = await parse(positionals[0], positionals[1], values);
  const named = ASKED.files.map((name) => ({ name, file: resolve(name) }));
  globalThis.UVU_DEFER = 1;
  const uvu = require(folder);
  const load = found.requires ? require : (file) => import(pathToFileURL(file));
  await whileWatched(async () => {
    for (const [at, { name, file }] of (named.length > 0 ? named : found.suites).entries()) {
      globalThis.UVU_QUEUE.push([name]);
      globalThis.UVU_INDEX = at;
      loading = { tests: [], errors: [] };
      files.set(file, loading);
      await (async () => load(file))().catch((error) => loading.errors.push(tell(error)));
    }
  });
  await uvu.exec(values.bail === true);
  if ([...files.values()].some(({ errors }) => errors.length > 0)) process.exitCode = 1;
  // Otherwise the program would load and run everything again.
  return new Promise(() => {});
};
