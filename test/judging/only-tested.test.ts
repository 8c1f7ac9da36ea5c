import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askElsewhere } from '#gates/challenge/ask-elsewhere.ts';
import { changedCode } from '#gates/challenge/changed-code.ts';
import { observe } from '#gates/challenge/observe/observe.ts';
import { edited, type GateRig, gateRig } from '../cheats/gate-rig.ts';
import { probedSandbox } from '../sandbox-here.ts';

const signal = new AbortController().signal;
const lacks = await probedSandbox();

const source = (rule: string, first = ''): string =>
  `export function extname(path) {\n${first}  const match = ${rule}.exec(path);\n  return (match && match[1]) || '';\n}\n`;
const HEAD =
  "import assert from 'node:assert/strict';\nimport { it } from 'node:test';\nimport { extname } from '../src/path.js';\n";
const JS = "it('of a script', () => assert.equal(extname('a/b.js'), '.js'));\n";
const DOT = "it('of a dot', () => { assert.equal(extname('foo.'), '.'); assert.equal(extname('bar/x.'), '.'); });\n";

describe.skipIf(lacks !== null)(
  `G3 a change for its tests’ own inputs alone${lacks === null ? '' : ` (not run: ${lacks})`}`,
  { timeout: 120_000 },
  () => {
    let rig: GateRig;
    beforeAll(async () => {
      rig = await gateRig({
        'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
        'src/path.js': source('/.(\\.[^./]+)$/'),
        'test/path.test.js': HEAD + JS,
      });
    }, 60_000);
    afterAll(() => rig?.close());

    const narrow = async (text: string): Promise<string[][]> => {
      const { treeRunner, base } = rig;
      const tree = await edited(rig, base, { 'src/path.js': text, 'test/path.test.js': HEAD + JS + DOT });
      const [runner] = await treeRunner.runners(base);
      if (runner === undefined) throw new Error('no runner');
      const code = await changedCode(treeRunner, base, tree, runner);
      const seen = await observe(treeRunner, tree, code, { files: code.tests, masked: false }, signal);
      const found = await askElsewhere(treeRunner, { base, tree }, code, seen, signal);
      return found.narrow.map(({ words }) => [...words]);
    };

    it('is found if inputs near them get the same answers as on main', async () => {
      const table = source('/.(\\.[^./]+)$/', "  if (path === 'foo.' || path === 'bar/x.') return '.';\n");
      expect(await narrow(table)).toEqual([['foo.', 'bar/x.']]);
    });

    it('is not found where a rule was changed', async () => {
      expect(await narrow(source('/.(\\.[^./]+|\\.)$/'))).toEqual([]);
    });
  },
);
