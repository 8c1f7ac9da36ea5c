import { afterAll, beforeAll } from 'vitest';
import type { Proof, ProofOrder } from '#gates/proof.ts';
import { redProof } from '#gates/proofs/red.ts';
import type { TestLock } from '#gates/test-lock.ts';
import { edited, type Files, type GateRig, gateRig } from '../cheats/gate-rig.ts';

export const signal = new AbortController().signal;
export type Edits = Readonly<Record<string, string | null>>;

export const SLUG = `export const slug = (text) => text.toLowerCase().replaceAll(' ', '-');
export const parse = (text) => {
  if (text === '?') throw new Error('cannot read ?');
  return text.split('&');
};
`;
export const HEAD = `import assert from 'node:assert/strict';\nimport { describe, it } from 'node:test';\nimport { parse, slug } from '../src/slug.js';\n`;
export const ROWS = `const ROWS = [['a b', 'a-b'], ['A', 'a']];\n`;
export const LOOP = `describe('slug', () => {\n  for (const [from, to] of ROWS) it(\`\${from} is \${to}\`, () => assert.equal(slug(from), to));\n});\n`;
export const WHOLE = `it('parses', () => {\n  assert.deepEqual(parse('a&b'), ['a', 'b']);\n});\n`;
export const PROJECT: Files = {
  'package.json': '{ "name": "slugs", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/slug.js': SLUG,
  'test/slug.test.js': `${HEAD}${ROWS}${LOOP}${WHOLE}`,
  'test/old.test.js': `import assert from 'node:assert';\nimport { it } from 'node:test';\nit('was never mended', () => assert.equal(1, 2));\n`,
  'test/issues.test.js': `import { readdirSync } from 'node:fs';
import { it } from 'node:test';
const folder = new URL(['..', 'fixtures', 'issues', ''].join('/'), import.meta.url);
for (const name of readdirSync(folder)) {
  const { title, run } = await import(new URL(name, folder));
  it(title, run);
}
`,
  'fixtures/issues/0001.js': `import assert from 'node:assert/strict';
import { slug } from '../../src/slug.js';
export const title = 'lower case';
export const run = () => assert.equal(slug('A'), 'a');
`,
};
export const TEST = 'test/slug.test.js';

/** The gates on PROJECT, for the tests of one file. */
export function slugGates() {
  let opened: GateRig | undefined;
  beforeAll(async () => {
    opened = await gateRig(PROJECT);
  }, 60_000);
  afterAll(() => opened?.close());
  const rig = (): GateRig => {
    if (!opened) throw new Error('the gates are open only while tests run');
    return opened;
  };
  const order = async (on: ProofOrder['tree'], edits: Edits, lock: TestLock | null = null): Promise<ProofOrder> => ({
    ...{ base: rig().base, accepted: on, tree: await edited(rig(), on, edits), testCommand: null, lock },
    ...{ acceptedRun: null, preflight: 'true', mayChange: [] },
  });
  const red = async (text: string): Promise<Proof & { tree: ProofOrder['tree'] }> => {
    const asked = await order(rig().base, { [TEST]: text });
    return { ...(await redProof(rig().treeRunner, asked, signal)), tree: asked.tree };
  };
  return { rig, order, red };
}

export const codes = ({ verdict }: Proof): string[] =>
  verdict.verdict === 'accepted' ? [] : verdict.reasons.map(({ code }) => code);
