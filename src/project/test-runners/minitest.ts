import { bySubcommand, NO_TRACES, type RunnerProfile } from './profile.ts';
import { explainRuby, parseRuby, planRuby } from './ruby-report.ts';

const INSTALL = 'Install Ruby and minitest (bundle install, or the system’s package ruby-minitest), then run again.';

/** Ruby's minitest, its tests and its specs, run by a program of ours. */
export const minitest: RunnerProfile = {
  ...NO_TRACES,
  runner: 'minitest',
  family: 'other',
  found: {
    configs: ['test/test_helper.rb', 'test/*_test.rb', 'test/test_*.rb'],
    packages: ['minitest'],
    commands: ['rake test', 'rails test'],
    run: ['bundle', 'exec', 'rake', 'test'],
  },
  packages: /^minitest(-.*)?$/,
  names: ['minitest'],
  lines: ['rake test', 'rails test', 'ruby -Itest *', 'ruby -Ilib:test *'],
  startedBy: (words) => bySubcommand('rake', 'test')(words) || bySubcommand('rails', 'test')(words),
  commandLine: null,
  ownPatterns: null,
  env: null,
  bail: ['--fail-fast'],
  canary: null,
  asks: null,
  keepsCompiled: false,
  install: INSTALL,
  isTestFile: (path) => /(^|\/)tests?\/(.*\/)?(test_[^/]+|[^/]+_test)\.rb$/.test(path),
  parse: parseRuby,
  explain: explainRuby('minitest', INSTALL),
  plan: (request) => {
    const { select } = request;
    const name = select.type === 'test' ? [select.suites.join('::'), select.title].filter(Boolean).join('#') : '';
    return planRuby('run_minitest.rb', request, { name, pattern: '{test,tests}/**/{test_*,*_test}.rb' });
  },
};
