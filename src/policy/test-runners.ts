import type { CommandUse } from '#contracts/policy.ts';
import { KNOWN_RUNNERS } from '#project/test-runners/known-runners.ts';
import { PROFILES } from '#project/test-runners/profiles.ts';
import { LANGUAGES } from '#project/toolchain/languages/all.ts';
import { type PatternMatch, parsePattern, touches } from './pattern.ts';

/** Whether a command runs tests, and how that shows. */
export function isTestRunner(use: CommandUse): { readonly match: PatternMatch; readonly why: string } | null {
  if (use.program === null || asksOnly(use) || skipsTests(use)) return null;
  const found = runnerIn(use);
  if (found !== null) return { match: 'yes', why: `${found} runs tests` };
  const matches = PATTERNS.map((pattern) => ({ pattern, match: touches(pattern, use) }));
  const best = matches.find(({ match }) => match === 'yes') ?? matches.find(({ match }) => match === 'maybe');
  return best ? { match: best.match, why: `${shown(best.pattern.text)} runs tests` } : null;
}

const shown = (pattern: string): string => pattern.replace(/ \*$/, '');

/** Runners that run tests with any arguments. */
const ALWAYS = [
  ...KNOWN_RUNNERS.flatMap(({ programs }) => programs),
  ...`testcafe nightwatch prove ward behave cucumber pest codecept ginkgo busted shellspec stryker mutmut cosmic-ray zunit roundup`.split(
    /\s+/,
  ),
];

/** Runners of which only some subcommands run tests. */
const SOMETIMES = [
  ...[...PROFILES.values()].flatMap(({ lines }) => lines),
  ...`cypress run;cypress open;playwright test;vue-cli-service test*;ng test;ng e2e;nx test *;nx run *:test;
  nx run-many --target=test*;nx affected --target=test*;nx affected:test;turbo run test;turbo test;
  lerna run test;rush test;npm test;npm t;npm tst;npm it;npm cit;npm install-test;npm install-ci-test;
  npm run test*;npm run-script test*;npm run *:test;pnpm test;pnpm t;pnpm run test*;pnpm test*;yarn test;
  yarn run test*;yarn test*;yarn workspace * test*;bun test;bun run test*;deno test;deno task test*;
  node --run test*;npm-run-all test*;make test;make tests;make test-*;make check;make *-test;gmake test;
  gmake check;just test*;task test*;rake test*;rake spec*;rails test*;rails spec;ninja test;invoke test*;
  inv test*;doit test*;mage test*;bazel test;bazelisk test;buck test;buck2 test;pants test;meson test;sbt test*;
  lein test;clj -X:test;mill *.test;xcodebuild test;zig test;zig build test;dune test;dune runtest;mix test;
  rebar3 eunit;rebar3 ct;stack test;cabal test;dart test;flutter test;terraform test;helm test;composer test;
  composer run test;composer run-script test;artisan test;manage.py test;django-admin test;setup.py test;
  unittest;doctest;hatch test;hatch run test*;hatch run *:test;poetry run test*;pdm run test*;pdm test;rye test;
  forge test;hardhat test;truffle test;anchor test`.split(/;\s*/),
];

const PATTERNS = [
  ...new Set([
    ...ALWAYS.map((name) => `${name} *`),
    ...SOMETIMES.map((text) => `${text} *`),
    ...LANGUAGES.flatMap(({ tools }) => tools.filter(({ role }) => role === 'test-runner'))
      // A package manager's own syntax for it (`bundle exec rspec`) is treated as what it starts.
      .flatMap(({ commands = [] }) => commands.filter((text) => !/[:/]|^(?:nix|python)/.test(text)))
      .map((text) => `${text} *`),
  ]),
].map(parsePattern);

/** Names that do not occur in code by chance. */
const NAMES = new RegExp(`(?<![\\w-])(?:${KNOWN_RUNNERS.flatMap(({ names }) => names).join('|')})(?![\\w-])`);
const TEST_FILE =
  /(?:\.|_|-)(?:test|spec)s?\.[cm]?[jt]sx?$|(?:^|\/)test_[^/]*\.py$|_test\.(?:py|rb|exs|sh)$|_spec\.rb$|\.bats$/;

/** A runner by its file, a test file run as a program, or code that mentions a runner. */
function runnerIn({ args, hidden }: CommandUse): string | null {
  if (hidden?.at == null) return null;
  const word = args[hidden.at]?.value ?? '';
  if (hidden.kind === 'script') {
    const named = /node_modules\/(?:\.bin\/)?(?:@[^/]+\/)?([^/]+)/.exec(word)?.[1]?.replace(/\.[cm]?js$/, '');
    if (named !== undefined && (ALWAYS.includes(named) || named === 'playwright')) return word;
    const file = args.find(({ value }) => value !== null && TEST_FILE.test(value))?.value ?? null;
    if (file !== null) return file;
    const base = word.replace(/^.*\//s, '');
    return ['manage.py', 'setup.py', 'artisan'].includes(base) && args[hidden.at + 1]?.value?.startsWith('test')
      ? `${base} test`
      : null;
  }
  if (hidden.kind !== 'code') return null;
  const code = args
    .slice(hidden.at)
    .map(({ value, text }) => value ?? text)
    .join(' ');
  return NAMES.exec(code)?.[0].trim() ?? null;
}

/** A build that is told to skip the tests. */
const skipsTests = ({ args }: CommandUse): boolean =>
  args.some(
    ({ value }, at) =>
      /^-D(?:skipTests|maven\.test\.skip)(?:=true)?$/.test(value ?? '') ||
      (value === '-x' && args[at + 1]?.value === 'test'),
  );

/** `vitest --version` runs nothing. */
const asksOnly = ({ args }: CommandUse): boolean =>
  args.length === 1 && /^(?:--version|-v|-V|--help|-h)$/.test(args[0]?.value ?? '');
