import { readFileSync } from 'node:fs';
import { SPEC } from './example.ts';

/** A small library before the module is there: something to build, a test that is green, and the spec. */

export const typescriptProject = (spec: string): Readonly<Record<string, string>> => ({
  [SPEC]: readSpec(spec, 'typescript'),
  'package.json': json({ name: 'sample', type: 'module', devDependencies: { vitest: '*', 'fast-check': '*' } }),
  'tsconfig.json': json({
    compilerOptions: {
      ...{ strict: true, noEmit: true, target: 'es2023', module: 'nodenext', skipLibCheck: true, types: [] },
      ...{ allowImportingTsExtensions: true, noUncheckedIndexedAccess: true },
    },
    include: ['src'],
  }),
  'src/version.ts': "export const VERSION = '1';\n",
  'test/version.test.ts': `import { expect, it } from 'vitest';
import { VERSION } from '../src/version.ts';

it('has a version', () => expect(VERSION).toBe('1'));
`,
  '.gitignore': 'node_modules\n',
});

export const pythonProject = (spec: string): Readonly<Record<string, string>> => ({
  [SPEC]: readSpec(spec, 'python'),
  'pyproject.toml': '[project]\nname = "sample"\nversion = "0.1"\n\n[tool.pytest.ini_options]\naddopts = "-q"\n',
  'tests/test_sample.py': 'def test_sample():\n    assert 1 + 1 == 2\n',
});

const readSpec = (spec: string, language: string): string =>
  readFileSync(new URL(`${spec}/${language}.yaml`, import.meta.url), 'utf8');

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
