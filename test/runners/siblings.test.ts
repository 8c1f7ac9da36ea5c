import { describe, expect, it } from 'vitest';
import { type Files, gateRig } from '../cheats/gate-rig.ts';
import { probedSandbox } from '../sandbox-here.ts';

const lacks = await probedSandbox();
const signal = new AbortController().signal;
const manifest = (name: string, more: Record<string, unknown>): string =>
  JSON.stringify({ name, type: 'module', ...more });
const build = (from: string, to: string): string =>
  `import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
mkdirSync('dist', { recursive: true });
writeFileSync('${to}', readFileSync('${from}', 'utf8') + '// built\\n');
appendFileSync('src/index.js', '// spoilt');
writeFileSync('../two/test/two.test.js', '');
`;

/** Two packages, of which one is loaded from what its build makes; its build spoils what it can reach. */
const PROJECT: Files = {
  'package.json': manifest('all', { workspaces: ['packages/*'] }),
  '.gitignore': 'dist\nnode_modules\n',
  'packages/one/package.json': manifest('@x/one', { main: 'dist/index.js', scripts: { build: 'node build.mjs' } }),
  'packages/one/build.mjs': build('src/index.js', 'dist/index.js'),
  'packages/one/src/index.js': 'export const one = 1;\n',
  'packages/two/package.json': manifest('@x/two', {
    scripts: { test: 'node --test' },
    dependencies: { '@x/one': 'workspace:*' },
  }),
  'packages/two/src/index.js': "// of '@x/one'\nexport { one } from '../../one/dist/index.js';\n",
  'packages/two/test/two.test.js':
    "import assert from 'node:assert/strict';\nimport { readFileSync } from 'node:fs';\nimport { it } from 'node:test';\nimport { one } from '../src/index.js';\nit('is one', () => assert.equal(one, 1));\nit('is as written', () => assert.doesNotMatch(readFileSync('../one/src/index.js', 'utf8'), /spoilt/));\n",
};

describe.skipIf(lacks !== null)(
  `G10.29 packages that tests load${lacks === null ? '' : ` (not run: ${lacks})`}`,
  () => {
    it('is built before they run, from the tree that is measured, and nothing else is touched', async () => {
      await using rig = await rigOf(PROJECT);
      const { treeRunner, base } = rig;
      const [runner] = await treeRunner.runners(base);
      if (!runner) throw new Error('no runner was found');
      expect(runner).toMatchObject({
        root: 'packages/two',
        siblings: [{ folder: 'packages/one', line: 'npm run build' }],
      });
      const run = async (tree = base) =>
        (await treeRunner.test({ tree, runner, select: { type: 'all' } }, signal)).value;
      expect((await run()).tests.map(({ title, state }) => [title, state])).toEqual([
        ['is one', 'passed'],
        ['is as written', 'passed'],
      ]);
      const changed = await treeRunner.write(base, new Map([['packages/one/src/index.js', 'export const one = 2;\n']]));
      expect((await run(changed)).tests.find(({ title }) => title === 'is one')?.state).toBe('failed');
      const broken = await treeRunner.write(base, new Map([['packages/one/build.mjs', 'process.exit(3);\n']]));
      const { outcome, tests, notes } = await run(broken);
      expect([outcome.type === 'ran' ? tests.map(({ state }) => state) : outcome.type]).not.toContain('passed');
      expect(notes?.join('\n')).toMatch(/npm run build in packages\/one failed/);
    });
  },
);

async function rigOf(files: Files) {
  const rig = await gateRig(files);
  return { ...rig, [Symbol.asyncDispose]: () => rig.close() };
}
