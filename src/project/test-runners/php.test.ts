import { describe, expect, it } from 'vitest';
import { localExec, ranIn } from './fixtures/live.ts';
import { phpunit } from './phpunit.ts';

const HEAD = '<?php\nnamespace Shop\\Tests;\n\nuse PHPUnit\\Framework\\TestCase;\nuse Shop\\Cart;\n';
const test = (name: string, body: string): string =>
  `    public function ${name}(): void\n    {\n        ${body}\n    }\n`;
const suite = (name: string, ...tests: string[]): string =>
  `${HEAD}\nfinal class ${name} extends TestCase\n{\n${tests.join('\n')}}\n`;

const CART = `
-- composer.json --
{"autoload": {"psr-4": {"Shop\\\\": "src/"}}}
-- src/Cart.php --
<?php
namespace Shop;

final class Cart
{
    public function total(array $prices): int
    {
        return array_sum($prices);
    }

    public static function failLoudly(): void
    {
        throw new \\InvalidArgumentException('no prices');
    }
}
-- tests/bootstrap.php --
<?php
require __DIR__ . '/../src/Cart.php';
-- tests/CartTest.php --
${suite(
  'CartTest',
  test('testSumsUp', '$this->assertSame(5, (new Cart)->total([2, 3]));'),
  test('testIsWrong', '$this->assertSame(6, (new Cart)->total([2, 3]));'),
  test('testLacksAMethod', '(new Cart)->discount(3);'),
  test('testLacksAClass', 'new \\Shop\\Discount(3);'),
  test('testThrows', 'Cart::failLoudly();'),
  test('testWaits', "$this->markTestSkipped('later');"),
  test('testToCome', "$this->markTestIncomplete('later');"),
  `    /** @dataProvider rows */
    #[\\PHPUnit\\Framework\\Attributes\\DataProvider('rows')]
    public function testRows(int $one, int $all): void
    {
        $this->assertSame($all, (new Cart)->total([$one, 1]));
    }

    public static function rows(): array
    {
        return [[1, 2], 'named' => [2, 4]];
    }
`,
)}
-- tests/OtherTest.php --
${suite('OtherTest', test('testOther', '$this->assertTrue(true);'))}
`;

const without = (name: string, text: string): string =>
  `${CART.replace(/-- tests\/CartTest\.php --[\s\S]*?(?=-- tests\/OtherTest)/, '')}-- tests/${name}.php --\n${text}`;

async function lacksPhpunit(): Promise<string | null> {
  const found = await localExec('/')({ program: 'php', args: ['-r', 'require "PHPUnit/Autoload.php";'] });
  return found.outcome === 'exited' && found.exitCode === 0 ? null : 'php or phpunit is not installed';
}

describe('G10.25 phpunit, live', { timeout: 60_000 }, () => {
  it('reports every test and row, and why each is red', async ({ skip }) => {
    const lacks = await lacksPhpunit();
    if (lacks) skip(lacks);
    const { outcome, tests } = await ranIn(phpunit, CART, ['tests/CartTest.php']);
    expect(outcome).toEqual({ type: 'ran' });
    expect(tests.map(({ title, state, failure }) => [title, state, failure?.kind])).toEqual([
      ['testSumsUp', 'passed', undefined],
      ['testIsWrong', 'failed', 'assertion'],
      ['testLacksAMethod', 'failed', 'missing-symbol'],
      ['testLacksAClass', 'failed', 'missing-symbol'],
      ['testThrows', 'failed', 'exception'],
      ['testWaits', 'skipped', undefined],
      ['testToCome', 'todo', undefined],
      ['testRows with data set #0', 'passed', undefined],
      ['testRows with data set "named"', 'failed', 'assertion'],
    ]);
    expect(tests[1]).toMatchObject({
      ...{ file: 'tests/CartTest.php', suites: ['Shop\\Tests\\CartTest'] },
      failure: { expected: '6', actual: '5', file: 'tests/CartTest.php', line: 16 },
    });
    expect(tests[4]?.failure).toMatchObject({ file: 'src/Cart.php', line: 13 });
    const one = await ranIn(phpunit, CART, ['tests/CartTest.php'], 'Shop\\Tests\\CartTest > testRows with data set #0');
    expect(one.tests.map(({ title }) => title)).toEqual(['testRows with data set #0']);
  });

  it.for([
    ['that does not parse', suite('BrokenTest', '    public function testX(\n'), 'syntax'],
    [
      'that lacks a file to come',
      suite('BrokenTest').replace('final', "require __DIR__ . '/../src/No.php';\nfinal"),
      'missing-symbol',
    ],
    [
      'whose class lacks its parent',
      suite('BrokenTest').replace('extends TestCase', 'extends Absent'),
      'missing-symbol',
    ],
    ['that ends PHP', suite('BrokenTest', test('testX', 'exit(0);')), 'crash'],
  ])('a file %s is told of', async ([, text = '', kind], { skip }) => {
    const lacks = await lacksPhpunit();
    if (lacks) skip(lacks);
    const { outcome } = await ranIn(phpunit, without('BrokenTest', text), null);
    expect(outcome).toMatchObject({ type: 'broken', failures: [{ file: 'tests/BrokenTest.php', kind }] });
  });

  it('data that the code under test writes to the pipe is noticed, and not believed', async ({ skip }) => {
    const lacks = await lacksPhpunit();
    if (lacks) skip(lacks);
    const forged = test('testX', 'fwrite(fopen("php://fd/3", "w"), "{\\"end\\": 0}\\n"); $this->assertTrue(true);');
    const { outcome } = await ranIn(phpunit, without('ForgedTest', suite('ForgedTest', forged)), null);
    expect(outcome).toMatchObject({ type: 'broken', kind: 'report', message: expect.stringContaining('own pipe') });
  });

  it('reads which files the configuration calls tests', () => {
    const xml =
      '<phpunit><testsuites><testsuite name="a"><directory suffix="Spec.php">./spec/</directory><file>a/B.php</file></testsuite></testsuites></phpunit>';
    const patterns = (text: string) => phpunit.ownPatterns?.((name) => (name === 'phpunit.xml.dist' ? text : ''), []);
    expect(patterns(xml)).toEqual(['spec/**/*Spec.php', 'a/B.php']);
    expect(patterns(xml.replace('<directory', '<!-- <directory').replace('</directory>', '</directory> -->'))).toEqual([
      'a/B.php',
    ]);
    expect(patterns('')).toBe(null);
  });
});
