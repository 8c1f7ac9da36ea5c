import { bySubcommand } from './profile.ts';
import { programProfile } from './program-runner.ts';

/** Ruby's minitest, its tests and its specs, run by a program of ours. */
export const minitest = programProfile({
  runner: 'minitest',
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
  ownPatterns: null,
  install: 'Install Ruby and minitest (bundle install, or the system’s package ruby-minitest), then run again.',
  isTestFile: (path) => /(^|\/)tests?\/(.*\/)?(test_[^/]+|[^/]+_test)\.rb$/.test(path),
  interpreter: 'ruby',
  told: ['run_minitest.rb', 'ruby_told.rb'],
  asked: (select) => ({
    name: select.type === 'test' ? [select.suites.join('::'), select.title].filter(Boolean).join('#') : '',
    pattern: '{test,tests}/**/{test_*,*_test}.rb',
  }),
});
