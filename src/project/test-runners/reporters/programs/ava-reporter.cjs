// The body of a function that our start script calls with Ava's program, before Ava begins; its variables are in scope.
module.exports = async (program) => {
  // __PARTS__
  let folder = dirname(program);
  while (!existsSync(join(folder, 'lib/reporters/tap.js')) && folder !== dirname(folder)) folder = dirname(folder);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what Ava shows has colours
  const bare = (text) => String(text ?? '').replace(/\u001b\[[\d;]*m/g, '');
  /** Ava's diff: lines that begin with - are the actual value, with + the expected one. */
  const sides = (details) => {
    const found = details.find(({ label }) => /^Difference/.test(bare(label)));
    if (!found) return {};
    const lines = bare(found.formatted).split('\n');
    const side = (sign) =>
      lines
        .filter((line) => line.startsWith(sign))
        .map((line) => line.slice(1).trim())
        .join('\n');
    return { actual: side('-'), expected: side('+') };
  };
  /** Ava wraps a thrown error in an assertion of its own; the stack is still that of the error. */
  const thrown = (err, details) => {
    if (!details.some(({ label }) => /(thrown in test|Rejected promise returned by test)/.test(bare(label))))
      return null;
    const [, name, code, message] =
      /^([\w$]*Error)(?: \[(\w+)\])?:? ?([\s\S]*?)(?:\n {4}at |$)/.exec(bare(err.stack)) ?? [];
    return name === undefined ? null : { name, message, stack: err.stack, code };
  };
  const fault = (err) => {
    if (!err) return { message: 'failed' };
    const details = err.formattedDetails ?? err.values ?? [];
    const own = thrown(err, details);
    if (own) return own;
    const said = details.map(({ label, formatted }) => `${bare(label)}\n${bare(formatted)}`).join('\n');
    const message =
      [bare(err.message), said].filter(Boolean).join('\n\n') ||
      bare(err.formattedError) ||
      bare(err.summary) ||
      'failed';
    const isAssertion = err.type === 'ava' || err.avaAssertionError === true;
    return {
      name: isAssertion ? 'AssertionError' : err.name,
      message,
      stack: err.stack,
      code: err.originalError?.code,
      ...sides(details),
    };
  };
  const files = new Map(),
    unhandled = [];
  const entry = (path) => {
    if (!files.has(path)) files.set(path, { file: path, tests: [], errors: [], waiting: new Map(), declared: 0 });
    return files.get(path);
  };
  let failFast = false;
  const done = ({ testFile, title, duration, err }, state) => {
    const file = entry(testFile);
    file.waiting.delete(title);
    file.tests.push({ suites: [], title, state, ms: duration ?? 0, error: err ? fault(err) : undefined });
  };
  /** It ends the worker. The tests that were running have failed with it; Ava does not know which of them it was. */
  const uncaught = (testFile, err) => {
    const file = testFile && entry(testFile);
    if (file?.waiting.size > 0) file.uncaught ??= fault(err);
    else (file ? file.errors : unhandled).push(fault(err));
  };
  const EVENTS = {
    'declared-test': ({ testFile }) => {
      entry(testFile).declared += 1;
    },
    'selected-test': (event) => {
      if (event.skip) done(event, 'skipped');
      else if (event.todo) done(event, 'todo');
      else entry(event.testFile).waiting.set(event.title, true);
    },
    // A test that is marked as failing and fails has not shown anything that works.
    'test-passed': (event) => done(event, event.knownFailing ? 'todo' : 'passed'),
    'test-failed': (event) => done(event, 'failed'),
    'hook-failed': ({ testFile, err }) => {
      entry(testFile).errors.push(fault(err));
    },
    'uncaught-exception': ({ testFile, err }) => uncaught(testFile, err),
    'unhandled-rejection': ({ testFile, err }) => uncaught(testFile, err),
    'internal-error': ({ testFile, err }) => {
      (testFile ? entry(testFile).errors : unhandled).push(fault(err));
    },
    'missing-ava-import': ({ testFile }) => {
      entry(testFile).empty = 'no-tests';
    },
    'process-exit': ({ testFile }) => {
      entry(testFile).left = 'process.exit unexpectedly called';
    },
    'worker-failed': ({ testFile, nonZeroExitCode, signal }) => {
      entry(testFile).left = `the worker exited unexpectedly: ${nonZeroExitCode ?? signal}`;
    },
    timeout: ({ period }) => {
      for (const file of files.values()) if (file.waiting.size > 0) file.left = `timed out after ${period}ms`;
    },
  };
  const take = (Reporter) => {
    Reporter.prototype.startRun = (plan) => {
      failFast = plan.failFastEnabled === true;
      for (const path of plan.files ?? []) entry(path);
      plan.status.on('stateChange', (event) => EVENTS[event.type]?.(event));
    };
    Reporter.prototype.endRun = () => {
      for (const file of files.values()) {
        const said = file.left ?? (failFast ? null : 'the file exited unexpectedly');
        // A syntax error or a missing import also ends the worker, and is more informative.
        if (file.left && file.waiting.size === 0 && file.tests.length === 0 && file.errors.length === 0 && !file.empty)
          file.errors.push({ message: file.left });
        if (file.uncaught && file.waiting.size === 0) file.errors.push(file.uncaught);
        if (said || file.uncaught)
          for (const title of file.waiting.keys())
            file.tests.push({ suites: [], title, state: 'failed', ms: 0, error: file.uncaught ?? { message: said } });
        if (file.declared === 0 && file.errors.length === 0) file.empty ??= 'no-tests';
      }
      write({
        unhandled,
        files: [...files.values()].map(({ file, tests, errors, empty }) => ({
          file,
          tests,
          errors,
          ...(empty ? { empty } : {}),
        })),
      });
    };
  };
  if (typeOf(folder) === 'module')
    take((await import(pathToFileURL(join(folder, 'lib/reporters/tap.js')).href)).default);
  else {
    // Before version 4 it can be loaded only once Ava has set itself up.
    const load = Module._load;
    Module._load = function (request, ...rest) {
      const made = load.call(this, request, ...rest);
      if (/reporters\/tap(\.js)?$/.test(request) && typeof made === 'function') take(made);
      return made;
    };
  }
};
