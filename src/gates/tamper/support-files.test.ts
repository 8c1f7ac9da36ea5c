import { describe, expect, it } from 'vitest';
import { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { supportFiles } from './support-files.ts';

const BASE = TreeHash.parse('0'.repeat(40));

async function support(files: Record<string, string>, preflight: string | null = null): Promise<string[]> {
  const runner = {
    list: async () => Object.keys(files),
    read: async (_: TreeHash, path: string) => files[path] ?? null,
    readAll: async (_: TreeHash, paths: readonly string[]) => new Map(paths.map((path) => [path, files[path] ?? ''])),
  };
  return [...(await supportFiles(runner as Pick<TreeRunner, 'list' | 'read' | 'readAll'>, BASE, preflight))].sort();
}

describe('supportFiles', () => {
  it('takes what configuration and scripts point to, with or without its ending, and what that points to', async () => {
    const files = {
      'vitest.config.ts': "export default { test: { setupFiles: ['./prepare', './before.js'] } }",
      'prepare.ts': "import './scripts/rules.ts'",
      'before.js': '',
      'scripts/rules.ts': '',
      'package.json': '{"scripts":{"lint":"node scripts/lint.mjs"}}',
      'scripts/lint.mjs': '',
    };
    expect(await support(files)).toEqual(['before.js', 'prepare.ts', 'scripts/lint.mjs', 'scripts/rules.ts']);
  });

  it('does not take a word of a workflow for a file of that name', async () => {
    const files = {
      '.github/workflows/main.yml': 'jobs:\n  test:\n    steps:\n      - run: npm test\n',
      'test.js': '',
    };
    expect(await support(files)).toEqual([]);
  });

  it('does not mistake delivered code for a tool, nor files that are only named for merging', async () => {
    const files = {
      'setup.cfg': '[bumpversion]\nfiles = pack/__init__.py\n',
      '.gitattributes': 'history.py merge=union\n',
      'pack/__init__.py': '',
      'history.py': '',
      'tsconfig.json': '{"files":["index.js","types.js"]}',
      'package.json': '{"exports":{".":{"default":"./index.js"}}}',
      'index.js': '',
      'types.js': '',
    };
    expect(await support(files)).toEqual(['types.js']);
  });

  it('nor the one module of a Python project, which its Makefile asks for its version', async () => {
    const files = {
      Makefile: 'VERSION = $(shell ./bottle.py --version)\ntest:\n\tpython3 prepare.py && pytest\n',
      'pyproject.toml': '[project]\nname = "bottle"\n',
      ...{ 'bottle.py': '', 'prepare.py': '' },
    };
    expect(await support(files)).toEqual(['prepare.py']);
    const listed = {
      ...files,
      'pyproject.toml': '[project]\nname = "x"\n[tool.setuptools]\npy-modules = ["bottle"]\n',
    };
    expect(await support(listed)).toEqual(['prepare.py']);
    expect(await support({ ...files, 'pyproject.toml': '[project]\nname = "x"\n' })).toEqual([
      'bottle.py',
      'prepare.py',
    ]);
  });

  it.each([
    ['setup.py', 'setup(\n    name="other",\n    py_modules=["bottle"],\n)\n'],
    ['pyproject.toml', '[tool.poetry]\nname = "other"\npackages = [{ include = "bottle.py" }]\n'],
    ['pyproject.toml', '[tool.flit.metadata]\nauthor = "A"\nmodule = "bottle"\n'],
  ])('nor a module that only %s names', async (manifest, text) => {
    const files = {
      'tox.ini': '[testenv]\ncommands =\n  python prepare.py\n  nose2 --coverage=bottle.py\n',
      ...{ [manifest]: text, 'bottle.py': '', 'prepare.py': '' },
    };
    expect(await support(files)).toEqual(['prepare.py']);
  });

  it('nor its types, nor the files of its package', async () => {
    const files = {
      'tsconfig.json': '{"include":["**/*.js","index.d.ts","extra.js","rules.js"]}',
      'package.json': '{"types":"index.d.ts","files":["lib/","extra.js"]}',
      ...{ 'index.d.ts': '', 'extra.js': '', 'rules.js': '' },
    };
    expect(await support(files)).toEqual(['rules.js']);
  });

  it('takes a test that configuration names for a test, whatever it is called', async () => {
    const files = {
      'tests/types/tsconfig.json': '{"include":["./test.ts","./index.test-d.ts","./prepare.ts"]}',
      ...{ 'tests/types/test.ts': '', 'tests/types/index.test-d.ts': '', 'tests/types/prepare.ts': '' },
    };
    expect(await support(files)).toEqual(['tests/types/prepare.ts']);
  });

  it('does not treat the input of a bundler as a tool', async () => {
    const files = {
      'rollup.config.js': "export default { input: ['./source/index.js', './source/index.d.ts'] };",
      ...{ 'source/index.js': '', 'source/index.d.ts': '' },
    };
    expect(await support(files)).toEqual([]);
  });
});
