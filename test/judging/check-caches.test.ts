import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { preflight } from '#gates/proofs/preflight.ts';
import { type GateRig, gateRig } from '../cheats/gate-rig.ts';
import { probedSandbox } from '../sandbox-here.ts';

const signal = new AbortController().signal;
const lacks = await probedSandbox();

/** What xo does: it asks find-cache-dir, makes what that names, and writes below the packages in any case. */
const LINTER = `
import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs';
const isWritable = (path) => { try { accessSync(path, constants.W_OK); return true; } catch { return false; } };
const found = process.env.CACHE_DIR ?? (isWritable('node_modules') ? 'node_modules/.cache' : null);
mkdirSync(found === null ? '/tmp/linter' : \`\${found}/linter\`, { recursive: true });
writeFileSync('node_modules/.cache/linter/tsconfig.json', '{}');
`;

describe.skipIf(lacks !== null)(`G10.1 a preflight${lacks === null ? '' : ` (not run: ${lacks})`}`, () => {
  let rig: GateRig;
  beforeAll(async () => {
    rig = await gateRig({ 'package.json': '{ "type": "module" }\n', 'lint.js': LINTER });
  }, 60_000);
  afterAll(() => rig?.close());

  it('has a cache below its packages, and finds it there', async () => {
    const { verdict, output } = await preflight(rig.treeRunner, rig.base, 'node lint.js', signal);
    expect(verdict, output).toMatchObject({ verdict: 'accepted' });
  }, 60_000);

  it('leaves nothing there for the next one', async () => {
    const line = 'test -d node_modules/.cache && test -z "$(ls -A node_modules/.cache)"';
    const { verdict, output } = await preflight(rig.treeRunner, rig.base, `node lint.js && ! (${line})`, signal);
    expect(verdict, output).toMatchObject({ verdict: 'accepted' });
    const next = await preflight(rig.treeRunner, rig.base, line, signal);
    expect(next.verdict, next.output).toMatchObject({ verdict: 'accepted' });
  }, 60_000);
});
