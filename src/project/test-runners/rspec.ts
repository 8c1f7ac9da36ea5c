import { byProgram, NO_TRACES, type RunnerProfile } from './profile.ts';
import { explainRuby, parseRuby, planRuby } from './ruby-report.ts';

const INSTALL = 'Install Ruby and rspec (bundle install, or the system’s package ruby-rspec), then run again.';

/** Ruby's rspec, with a formatter of ours: no gem for a report is needed. */
export const rspec: RunnerProfile = {
  ...NO_TRACES,
  runner: 'rspec',
  family: 'other',
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
  commandLine: null,
  ownPatterns: null,
  env: null,
  bail: ['--fail-fast'],
  canary: null,
  asks: null,
  keepsCompiled: false,
  install: INSTALL,
  isTestFile: (path) => /_spec\.rb$/.test(path),
  parse: parseRuby,
  explain: explainRuby('rspec', INSTALL),
  plan: (request) => {
    const { select } = request;
    const name = select.type === 'test' ? [...select.suites, select.title].join(' ') : '';
    return planRuby('run_rspec.rb', request, { name });
  },
};
