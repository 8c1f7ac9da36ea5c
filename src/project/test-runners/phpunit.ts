import { byProgram, bySubcommand } from './profile.ts';
import { programProfile } from './program-runner.ts';

/** PHP's phpunit, 7 and later, from the project's packages or the system; our own listener reports its tests. */
export const phpunit = programProfile({
  runner: 'phpunit',
  found: {
    configs: ['phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml', 'tests/*Test.php', 'test/*Test.php'],
    packages: ['phpunit/phpunit'],
    commands: ['phpunit', 'vendor/bin/phpunit'],
    run: ['vendor/bin/phpunit'],
  },
  programs: ['phpunit', 'paratest'],
  configFiles: /^phpunit(\.dist)?\.xml.*$/,
  packages: /^phpunit\/.+$|^(brianium\/paratest|mockery\/mockery|phpspec\/prophecy.*|symfony\/phpunit-bridge)$/,
  names: ['phpunit'],
  lines: [],
  startedBy: (words) => byProgram('phpunit')(words) || bySubcommand('composer', 'test', 'phpunit')(words),
  ownPatterns: (read) => {
    const text = CONFIGS.map(read).find((each) => each !== '');
    return text === undefined ? null : patternsIn(text.replace(/<!--[\s\S]*?-->/g, ''));
  },
  install:
    'Install PHP (8 or later, with mbstring and xml) and phpunit (composer install, or the system’s package phpunit), then run again.',
  isTestFile: (path) => /Test\.php$/.test(path) && !/(^|\/)vendor\//.test(path),
  interpreter: 'php',
  told: ['run_phpunit.php', 'phpunit_tests.php', 'phpunit_told.php', 'phpunit_listener.php', 'phpunit_tracer.php'],
  asked: (select) => ({ name: select.type === 'test' ? [...select.suites, select.title] : null }),
});

/** phpunit's own search order. */
const CONFIGS = ['phpunit.xml', 'phpunit.dist.xml', 'phpunit.xml.dist'];

/** The files of a configuration's test suites; null where it names none. Pure. */
function patternsIn(xml: string): readonly string[] | null {
  const suites = xml.match(/<testsuite\b[\s\S]*?<\/testsuite>/g) ?? [];
  const patterns = suites.flatMap((suite) =>
    [...suite.matchAll(/<(directory|file)\b([^>]*)>\s*([^<]+?)\s*<\/\1>/g)].map(
      ([, kind, attributes = '', path = '']) => {
        const plain = path.replace(/^\.\//, '').replace(/\/+$/, '');
        if (kind === 'file') return plain;
        const [, suffix = 'Test.php'] = /\bsuffix\s*=\s*["']([^"']*)["']/.exec(attributes) ?? [];
        return plain === '' || plain === '.' ? `**/*${suffix}` : `${plain}/**/*${suffix}`;
      },
    ),
  );
  return patterns.length > 0 ? patterns : null;
}
