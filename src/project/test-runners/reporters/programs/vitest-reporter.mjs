// Runs inside the project's own runner. The line below stands for OUT, the file to write, and for report-parts.cjs.
// __PARTS__

// Vitest 3 and later call `onTestRunEnd`; earlier ones `onFinished` with plain tasks.
const state = (mode, fails, result) =>
  mode === 'todo'
    ? 'todo'
    : result === 'pass' || result === 'passed'
      ? fails
        ? 'todo'
        : 'passed'
      : result === 'fail' || result === 'failed'
        ? 'failed'
        : 'skipped';
const one = (suites, title, mode, fails, result, errors, ms, line) => ({
  suites,
  title,
  state: state(mode, fails, result),
  ms: ms ?? 0,
  line,
  error: errors?.[0] ? tell(errors[0]) : undefined,
});
const up = (node) => {
  const suites = [];
  for (let at = node.parent; at && at.type === 'suite'; at = at.parent) suites.unshift(at.name);
  return suites;
};
const file = (path, errors, tests) => {
  const empty = tests.length === 0 && errors.length === 1 && /^No test suite found/.test(errors[0].message);
  return {
    file: path,
    tests,
    errors: empty ? [] : errors.map((error) => tell(error)),
    empty: empty ? 'no-tests' : undefined,
  };
};
const module = (found) =>
  file(
    found.moduleId,
    [...found.errors(), ...[...found.children.allSuites()].flatMap((suite) => suite.errors())],
    [...found.children.allTests()].map((test) => {
      const result = test.result();
      return one(
        up(test),
        test.name,
        test.options.mode,
        test.options.fails,
        result.state,
        result.errors,
        test.diagnostic()?.duration,
        test.location?.line,
      );
    }),
  );
const walk = (tasks, suites) =>
  tasks.flatMap((task) =>
    task.type === 'suite'
      ? walk(task.tasks, [...suites, task.name])
      : [
          one(
            suites,
            task.name,
            task.mode,
            task.fails,
            task.result?.state,
            task.result?.errors,
            task.result?.duration,
            task.location?.line,
          ),
        ],
  );
export default class AssayReporter {
  done = false;
  onTestRunEnd(modules, unhandled) {
    if (this.done) return;
    this.done = true;
    write({ files: modules.map(module), unhandled: unhandled.map((error) => tell(error)) });
  }
  onFinished(files = [], errors = []) {
    if (this.done) return;
    this.done = true;
    const old = (found) => file(found.filepath, found.result?.errors ?? [], walk(found.tasks, []));
    write({ files: files.map(old), unhandled: errors.map((error) => tell(error)) });
  }
}
