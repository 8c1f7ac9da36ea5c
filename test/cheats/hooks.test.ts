import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Answer } from '#workflows/gated-pr/call.ts';
import {
  commit,
  draft,
  GREEN,
  makeRig,
  RED,
  type Rig,
  TOTAL_STEPS,
  type Tools,
  toFirstStep,
  toMerge,
} from '../gated-pr/rig.ts';

/** Looks at what is staged, as lint-staged does. */
const HOOK =
  'git diff --cached --name-only | grep "src/" | xargs grep -n LATER && { echo "LATER is never"; exit 1; } || exit 0\n';
const LATER = { 'src/cart.js': `// LATER: currencies\n${GREEN['src/cart.js']}` };

async function atGreen(rig: Rig): Promise<Tools> {
  const tools = await rig.connect();
  await toFirstStep(rig, tools);
  rig.write(RED);
  expect(await tools.submit('red', { expectation: 'FAIL' })).toMatchObject({ status: 'NEEDS_ANALYSIS' });
  expect(await tools.submit('as meant', { analysis_decision: 'SUCCESS' })).toMatchObject({ status: 'SUCCESS' });
  return tools;
}

const refusedByHook = ({ status, reasons, output }: Answer, hook: string): void => {
  expect(status, JSON.stringify(reasons)).not.toBe('SUCCESS');
  expect(reasons).toContainEqual(
    expect.objectContaining({ code: 'HOOK_FAILED', message: expect.stringContaining(hook) }),
  );
  expect(output).toContain('LATER is never');
};

const FULL = process.env.ASSAY_CHEATS === 'full';
const unlessFull = FULL ? '' : ' (skipped: takes a while; `npm run test:cheats` has it)';

describe('G9 the repository’s own hooks, over MCP', { timeout: 240_000 }, () => {
  it('G3.22 husky: run by the gate, whether or not the agent commits past them', async () => {
    const rig = makeRig({ files: { '.husky/pre-commit': HOOK } });
    rig.git('config', 'core.hooksPath', '.husky/_');
    const tools = await atGreen(rig);
    rig.write(LATER);
    refusedByHook(await tools.submit('green', { expectation: 'PASS' }), '.husky/pre-commit');
    rig.write(GREEN);
    const green = await tools.submit('green', { expectation: 'PASS' });
    expect(green, JSON.stringify(green)).toMatchObject({ status: 'SUCCESS' });
    rig.git('commit', '--quiet', '--all', '--allow-empty', '--no-verify', '--message', 'nothing');
    rig.git('reset', '--quiet', '--soft', 'HEAD~1');
    commit(rig, 'checkpoint');
    expect(await tools.submit('committed')).toMatchObject({ status: 'SUCCESS' });
  });

  it('G3.22 commit-msg: a PR cannot have a title that it refuses, and our own commits fit it', async () => {
    const rig = makeRig();
    for (const message of ['chore: one', 'chore: two'])
      rig.git('commit', '--quiet', '--allow-empty', '--message', message);
    const path = join(rig.folder, '.git/hooks/commit-msg');
    const hook = '#!/bin/sh\ngrep -qE "^(feat|fix|chore): " "$1" || { echo "say feat, fix or chore"; exit 1; }\n';
    writeFileSync(path, hook, { mode: 0o755 });
    const tools = await rig.connect();
    await tools.task();
    rig.write(draft('Totals, whatever', [{ name: 'Total', steps: TOTAL_STEPS }]));
    const refused = await tools.submit('drafted');
    expect(refused.reasons).toMatchObject([{ code: 'DRAFT_UNFIT', message: expect.stringContaining('say feat, fix') }]);
    await toFirstStep(rig, tools);
    rig.write(RED);
    await tools.submit('red', { expectation: 'FAIL' });
    await tools.submit('as meant', { analysis_decision: 'SUCCESS' });
    rig.write(GREEN);
    await tools.submit('green', { expectation: 'PASS' });
    commit(rig, 'chore: checkpoint');
    expect(await tools.submit('committed')).toMatchObject({ status: 'SUCCESS' });
    await toMerge(rig, tools, 'feat: Totals', 'Totals');
    expect(rig.git('log', '-1', '--format=%s', 'HEAD')).toBe('feat: Totals (done)');
  });

  it.skipIf(!FULL)(`a hook of the person’s own, in git’s folder${unlessFull}`, async () => {
    const rig = makeRig();
    const path = join(rig.folder, '.git/hooks/pre-commit');
    writeFileSync(path, `#!/bin/sh\n${HOOK}`);
    chmodSync(path, 0o755);
    const tools = await atGreen(rig);
    rig.write(LATER);
    refusedByHook(await tools.submit('green', { expectation: 'PASS' }), '.git/hooks/pre-commit');
    rig.write(GREEN);
    const green = await tools.submit('green', { expectation: 'PASS' });
    expect(green, JSON.stringify(green)).toMatchObject({ status: 'SUCCESS' });
  });
});
