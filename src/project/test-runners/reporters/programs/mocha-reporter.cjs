// Runs inside the project's own runner. The line below stands for OUT, the file to write, and for report-parts.cjs.
// __PARTS__

// Mocha loads reporters with require. Its own JSON report joins suites and title into one string.
module.exports = function AssayReporter(runner) {
  const files = new Map();
  const entry = (path = 'unknown') => {
    if (!files.has(path)) files.set(path, { file: path, tests: [], errors: [] });
    return files.get(path);
  };
  const add = (test, state, error) => {
    const path = test.titlePath();
    entry(test.file).tests.push({
      suites: path.slice(0, -1),
      title: path[path.length - 1],
      state,
      ms: test.duration ?? 0,
      error: error ? tell(error) : undefined,
    });
  };
  runner.on('pass', (test) => add(test, 'passed'));
  runner.on('pending', (test) => add(test, 'skipped'));
  runner.on('fail', (test, error) => {
    if (test.type === 'hook') entry(test.file ?? test.parent?.file).errors.push(tell(error));
    else add(test, 'failed', error);
  });
  runner.once('end', () => write({ files: [...files.values()] }));
};
