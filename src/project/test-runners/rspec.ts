import { byProgram } from './profile.ts';
import { programProfile } from './program-runner.ts';

/** Ruby's rspec, with a formatter of ours: no gem for a report is needed. */
export const rspec = programProfile({
  runner: 'rspec',
  found: {
    configs: ['.rspec', 'spec/spec_helper.rb', 'spec/*_spec.rb'],
    packages: ['rspec', 'rspec-rails'],
    commands: ['rspec'],
    run: ['bundle', 'exec', 'rspec'],
  },
  programs: ['rspec'],
  configFiles: /^\.rspec(-local)?$/,
  packages: /^rspec(-.*)?$/,
  names: ['rspec'],
  lines: [],
  startedBy: byProgram('rspec'),
  ownPatterns: null,
  install: 'Install Ruby and rspec (bundle install, or the system’s package ruby-rspec), then run again.',
  isTestFile: (path) => /_spec\.rb$/.test(path),
  interpreter: 'ruby',
  told: ['run_rspec.rb', 'ruby_told.rb'],
  asked: (select) => ({ name: select.type === 'test' ? [...select.suites, select.title].join(' ') : '' }),
});
