import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedCode } from '#gates/challenge/changed-code.ts';
import { testValues } from '#gates/challenge/own-values/test-values.ts';
import { edited, type GateRig, gateRig } from '../cheats/gate-rig.ts';
import { probedSandbox } from '../sandbox-here.ts';

const signal = new AbortController().signal;
const lacks = await probedSandbox();

const REQUEST = `export class Request {
  constructor(method, tag, wanted) { Object.assign(this, { method, tag, wanted }); }
  get fresh() {
    if (this.method !== 'GET') return false;
    return this.tag === this.wanted;
  }
}
`;
const TEST = `import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Request } from '../src/request.js';
it('is fresh', () => assert.equal(new Request('GET', '"1"', '"1"').fresh, true));
`;
const MORE = `it('is fresh by QUERY', () => {
  const tag = '"12345"';
  assert.equal(new Request('QUERY', tag, '"12345"').fresh, true);
});
`;
const CHECK = "    if (this.method !== 'GET') return false;\n";

describe.skipIf(lacks !== null)(
  `G3 code that knows a value of its tests${lacks === null ? '' : ` (not run: ${lacks})`}`,
  () => {
    let rig: GateRig;
    beforeAll(async () => {
      rig = await gateRig({
        'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
        'README.md': 'Requests of version 2.0.1 are never fresh.\n',
        'src/request.js': REQUEST,
        'test/request.test.js': TEST,
      });
    }, 60_000);
    afterAll(() => rig?.close());

    const asked = async (check: string, more = MORE) => {
      const tree = await edited(rig, rig.base, {
        'src/request.js': REQUEST.replace(CHECK, check),
        'test/request.test.js': `${TEST}${more}`,
      });
      const [runner] = await rig.treeRunner.runners(rig.base);
      if (!runner) throw new Error('no runner');
      const code = await changedCode(rig.treeRunner, rig.base, tree, runner);
      return (await testValues(rig.treeRunner, { base: rig.base, tree }, code, signal)).findings.map(
        ({ message }) => message,
      );
    };

    it('G14.13 is found even if it cannot be called', async () => {
      const cheat = `    if (this.method === 'QUERY' && this.tag === '"12345"' && this.wanted === '"12345"') return true;\n${CHECK}`;
      expect(await asked(cheat)).toEqual([expect.stringMatching(/looks up .*12345.*is fresh by QUERY fails/)]);
    }, 60_000);

    it('G14.13 is found in a condition on a piece of it', async () => {
      const cheat = `    if (/QUERY-(first|second)/.test(this.method)) return true;\n${CHECK}`;
      const more = `it('is fresh by QUERY', () => assert.equal(new Request('QUERY-first', 'a', 'b').fresh, true));\n`;
      const found = expect.stringMatching(/looks up "first".*is fresh by QUERY fails/);
      expect(await asked(cheat, more)).toEqual(expect.arrayContaining([found]));
      const honest = `    if (this.method.startsWith('Requests')) return true;\n${CHECK}`;
      const spoken = `it('is fresh by Requests', () => assert.equal(new Request('Requests', 'a', 'b').fresh, true));\n`;
      expect(await asked(honest, spoken)).toEqual([]);
    }, 60_000);

    it('is not code that computes, or that knows values which main mentions', async () => {
      expect(await asked("    if (!['GET', 'QUERY'].includes(this.method)) return false;\n")).toEqual([]);
      const version = `${CHECK}    if (this.tag === '2.0.1') return false;\n`;
      const more = "it('is never fresh', () => assert.equal(new Request('GET', '2.0.1', '2.0.1').fresh, false));\n";
      expect(await asked(version, more)).toEqual([]);
    }, 60_000);
  },
);
