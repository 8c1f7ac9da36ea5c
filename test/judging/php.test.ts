import { execFileSync } from 'node:child_process';
import { probedSandbox } from '../sandbox-here.ts';
import { describePacks } from './proof-pack.ts';

function lacksPhp(): string | null {
  try {
    execFileSync('php', ['-r', 'require "PHPUnit/Autoload.php";'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'php or phpunit is not installed';
  }
}

const method = (name: string, body: string): string =>
  `\n    public function ${name}(array $prices): int\n    {\n        return ${body};\n    }\n`;
const source = (...methods: readonly string[]): string =>
  `<?php\n\nnamespace Shop;\n\nfinal class Cart\n{${methods.join('')}}\n`;
const test = (name: string, body: string): string =>
  `\n    public function ${name}(): void\n    {\n        ${body}\n    }\n`;
const tests = (...list: readonly string[]): string =>
  `<?php\n\nnamespace Shop\\Tests;\n\nuse PHPUnit\\Framework\\TestCase;\nuse Shop\\Cart;\n\nfinal class CartTest extends TestCase\n{${list.join('')}}\n`;

const TOTAL = method('total', 'array_sum($prices)');
const LARGEST = method('largest', 'max($prices)');
const SUMS = test('testSumsUp', '$this->assertSame(5, (new Cart)->total([2, 3]));');
const KNOWS = test('testKnowsTheLargest', '$this->assertSame(3, (new Cart)->largest([2, 3]));');

describePacks('G10.25 PHP', (await probedSandbox()) ?? lacksPhp(), [
  {
    runner: 'phpunit',
    programs: ['php'],
    test: 'tests/CartTest.php',
    source: 'src/Cart.php',
    files: {
      'phpunit.xml.dist':
        '<phpunit bootstrap="tests/bootstrap.php"><testsuites><testsuite name="all"><directory>tests</directory></testsuite></testsuites></phpunit>\n',
      'tests/bootstrap.php': "<?php\n\nrequire_once __DIR__ . '/../src/Cart.php';\n",
      'src/Cart.php': source(TOTAL),
      'tests/CartTest.php': tests(SUMS),
    },
    red: tests(SUMS, KNOWS),
    passing: tests(SUMS, test('testAddsThree', '$this->assertSame(6, (new Cart)->total([1, 2, 3]));')),
    weaker: tests(SUMS, test('testKnowsTheLargest', '$this->assertTrue(true);')),
    skipping: tests(SUMS.replace('$this', '$this->markTestSkipped(); $this'), KNOWS),
    green: source(TOTAL, LARGEST),
    untested: source(TOTAL, LARGEST, method('smallest', 'min($prices)')),
  },
]);
