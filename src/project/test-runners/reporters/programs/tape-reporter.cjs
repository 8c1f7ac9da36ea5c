// The body of a function that our start script calls with tape's program, before tape begins; its variables are in
// scope.
module.exports = async (program) => {
  // __PARTS__
  const ASKED = '__ASKED__';
  let folder = dirname(program);
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  // The program finds this very module, and so do the tests: its harness must not run before they are loaded.
  const tape = require(folder);
  tape.wait?.();
  const harness = tape.getHarness();
  const told = [];
  const errors = [];
  let running = null;

  /** Tape's results name no file. The outermost stack frame in the project is the file that is being loaded. */
  const fileOf = () => {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = Number.POSITIVE_INFINITY;
    const stack = String(new Error().stack);
    Error.stackTraceLimit = stackTraceLimit;
    const frames = [...stack.matchAll(/(?:\(|at (?:async )?)(?:file:\/\/)?(\/[^()\n]+?):\d+:\d+\)?$/gm)].map(
      ([, path]) => path,
    );
    return frames.findLast((path) => path.startsWith(`${process.cwd()}/`) && !path.includes('/node_modules/'));
  };
  const isAsked = (path) =>
    ASKED.names === null || ASKED.names.every((name, at) => at >= path.length || name === path[at]);
  const follow = (test, above, file) => {
    const one = {
      test,
      path: [...above, test.name],
      file,
      inner: 0,
      own: 0,
      failed: null,
      begun: 0,
      ms: 0,
      over: false,
    };
    one.hidden = !isAsked(one.path);
    if (one.hidden) test._skip = true;
    told.push(one);
    test.once('prerun', () => {
      running = one;
      one.begun = performance.now();
    });
    test.on('result', (result) => {
      if (typeof result === 'string') return;
      one.own += 1;
      if (!result.ok && !result.skip && !result.todo) one.failed ??= fault(result);
    });
    test.on('test', (inner) => {
      one.inner += 1;
      follow(inner, one.path, file);
    });
    test.once('end', () => {
      one.over = true;
      one.ms = performance.now() - one.begun;
    });
    const run = test._cb;
    if (typeof run === 'function') test._cb = caught(run);
  };
  /** Tape lets what a test throws end the process; then nothing would be known of the tests after it. */
  const caught = (run) =>
    function (test, ...rest) {
      try {
        const made = run.call(this, test, ...rest);
        // Before version 5 promises were not awaited.
        if (typeof made?.then === 'function')
          made.then(
            () => test.calledEnd || test.end(),
            () => {},
          );
        return made;
      } catch (error) {
        test.ifError(error);
        if (!test.calledEnd) test.end();
        return undefined;
      }
    };
  const fault = ({ name, operator, actual, expected, error }) => {
    // The error that was thrown, or passed to `t.error`.
    if (operator === 'error') return tell(error ?? actual);
    if (/^test timed out after/.test(name)) return { message: `${name} ms` };
    if (operator === 'fail' && /exited without ending/.test(name)) return { message: LEFT };
    return {
      ...{ name: 'AssertionError', message: String(name), stack: error?.stack, operator },
      ...{ expected: show(expected), actual: show(actual) },
    };
  };
  const LEFT = 'the process exited unexpectedly, before the test was over';

  const { push } = harness._tests;
  harness._tests.push = function (test) {
    follow(test, [], fileOf());
    return push.call(this, test);
  };
  process.on('uncaughtExceptionMonitor', (error) => {
    if (running && !running.over) running.failed ??= tell(error);
    else errors.push(tell(error));
  });

  const stateOf = ({ test, failed, over }) => {
    const only = harness._results._only;
    if (test._skip || (only && test !== only && !over)) return 'skipped';
    if (test._todo) return 'todo';
    return failed || !over ? 'failed' : 'passed';
  };
  // Tape's own listener comes after this one, and ends the process.
  process.prependListener('exit', (code) => {
    const files = new Map(ASKED.files.map((path) => [join(process.cwd(), path), []]));
    for (const one of told) {
      const { file = join(process.cwd(), 'unknown'), path, inner, own, failed, hidden, ms } = one;
      if (!files.has(file)) files.set(file, []);
      // A test has assertions of its own, or is empty.
      if (hidden || (inner > 0 && own === 0 && one.over)) continue;
      const state = stateOf(one);
      const error = state === 'failed' ? (failed ?? { message: LEFT }) : undefined;
      files.get(file).push({ suites: path.slice(0, -1), title: path[path.length - 1], state, ms, error });
    }
    const isEmpty = (tests) => tests.length === 0 && errors.length === 0 && code === 0;
    write({
      unhandled: errors,
      files: [...files].map(([file, tests]) => ({
        ...{ file, tests, errors: [] },
        ...(isEmpty(tests) ? { empty: 'no-tests' } : {}),
      })),
    });
  });
};
