import { describe, expect, it } from 'vitest';
import { compareInventories } from './compare.ts';
import { readTestFile } from './test-inventory.ts';

const runner = { runner: 'vitest', root: '.', isTestFile: () => true };
const BASE = `import { expect, it } from 'vitest';
import { format } from '../src/money.ts';

it('shows cents', () => {
  expect(format(5)).toBe('0.05');
});
`;

async function changed(after: string, before = BASE, path = 'a.test.ts') {
  const [was, is] = [await readTestFile(path, before, runner), await readTestFile(path, after, runner)];
  const { around, rebound, ...tests } = compareInventories(new Map([[path, was]]), new Map([[path, is]]));
  const count = Object.values(tests).flat().length;
  return { what: [...around, ...rebound].map(({ what }) => what), tests: count };
}

const PYTHON = 'import unittest\n\nclass A(unittest.TestCase):\n  def test_a(self):\n    self.assertEqual(1, 1)\n';

describe('what changed in a file of tests', () => {
  it('a name that tests have for variables of their own may be imported for a new one; a global may not', async () => {
    const own = BASE.replace('{\n', '{\n  const make = () => format;\n  make();\n');
    const more = (text: string) => `import { make } from '../src/make.ts';\n${text}`;
    expect(await changed(more(own), own)).toEqual({ what: [], tests: 0 });
    for (const free of [own.replace('  const make = () => format;\n', ''), `${own}const make = () => 1;\n`])
      expect((await changed(more(free), free)).what.join()).toContain('make, which tests used already');
  });

  it('importing a part of a Python package does not change the package', async () => {
    const after = (line: string) => changed(PYTHON.replace('import unittest\n', line), PYTHON, 'test_a.py');
    expect(await after('import unittest\nimport unittest.mock\n')).toEqual({ what: [], tests: 0 });
    const { what } = await after('import unittest\nimport fakes.unittest as unittest\n');
    expect(what.join()).toMatch(/unittest now refers to/);
  });

  it('a Python name that was only a keyword or an attribute is new; a function that moved to `spec` is itself', async () => {
    const was =
      'from pack.old import render\n\n\ndef test_it():\n    assert render("a", extensions=[]).parts == ["a"]\n';
    const after = (now: string) => changed(now, was, 'tests/test_a.py');
    expect(await after(`from pack import extensions, parts\n${was}`)).toEqual({ what: [], tests: 0 });
    expect(await after(was.replace('pack.old', 'pack.ignore.spec'))).toEqual({ what: [], tests: 0 });
    expect((await after(was.replace('pack.old', 'pack.tests.fakes'))).what.join()).toMatch(/render now refers to/);
    const using = was.replace('"a",', 'parts,');
    const { what } = await changed(`from pack import parts\n${using}`, using, 'tests/test_a.py');
    expect(what.join()).toMatch(/parts, which tests used already/);
  });

  it.each([
    ['comments and blanks', BASE.replace("it('", "// says\n\nit('"), 0],
    ['a test more', `${BASE}\nit('shows nothing', () => {\n  expect(format(0)).toBe('0.00');\n});\n`, 1],
    [
      'a suite more',
      `${BASE}\ndescribe('more', () => {\n  it('is', () => {\n    expect(format(0)).toBe('');\n  });\n});\n`,
      1,
    ],
    ['a function that moved', BASE.replace('../src/money.ts', '../src/format.ts'), 0],
    ['an import for a new name', BASE.replace('{ format }', '{ format, parse }'), 0],
  ])('%s is nothing around the tests', async (_, after, tests) => {
    expect(await changed(after)).toEqual({ what: [], tests });
  });

  it.each([
    ['a statement behind the last bracket', BASE.replace('\n});', '\n}); Object.is = () => true;'), /Object\.is/],
    ['a mock', BASE.replace("\nit('", "\nvi.mock('../src/money.ts');\nit('"), /vi\.mock/],
    ['an import that only runs something', `import './patch.ts';\n${BASE}`, /import '\.\/patch\.ts'/],
    [
      'expect from elsewhere',
      BASE.replace("{ expect, it } from 'vitest'", "{ it } from 'vitest';\nimport { expect } from './mine.ts'"),
      /expect now refers to/,
    ],
    [
      'the unit from the tests’ own folder',
      BASE.replace('../src/money.ts', './fakes/money.ts'),
      /format now refers to/,
    ],
    ['another name for the unit', BASE.replace('{ format }', '{ easy as format }'), /referred to format/],
    ['expect no longer imported', BASE.replace('{ expect, it }', '{ it }'), /expect is no longer imported/],
  ])('%s is reported', async (_, after, says) => {
    expect((await changed(after)).what.join('\n')).toMatch(says);
  });
});
