import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { honest, hostedRun, type Script } from './hosted-rig.ts';

const PLAN = '- [ ] feat: add numbers\n';

describe('G2 G7 a hosted agent without progress is stopped, one that only tidies up is not', {
  timeout: 300_000,
}, () => {
  it('continues where the state files are gone or torn: they are written again from the log', async () => {
    const tidy: Script = (task) => ({
      ...honest(task),
      // As `git clean -fdx` does.
      does: (folder) => {
        if (/## (RED|GREEN)/.test(task.prompt))
          for (const file of ['ACTIVE_PR.json', 'ORCHESTRATION_STATE.json'])
            rmSync(join(folder, '.assay', file), { force: true });
      },
    });
    const { result, refusals, state } = await hostedRun(PLAN, tidy);
    expect(result, JSON.stringify({ state, refusals }, null, 1)).toMatchObject({ status: 'completed' });
    expect(refusals).toEqual([]);
  });

  it('halts where the same refused tree comes again and again', async () => {
    let attempts = 0;
    const stubborn: Script = (task) => {
      attempts += 1;
      const deed = honest(task);
      const code = deed.files?.['src/add.js'];
      return code ? { ...deed, files: { 'src/add.js': code.replace('+', '-') } } : deed;
    };
    const { state, refusals } = await hostedRun(PLAN, stubborn);
    expect(state).toMatchObject({
      status: 'HALTED',
      halted: {
        from: 'DEBUGGING',
        kind: 'blocked',
        why: expect.stringMatching(/^5 calls .* The last answer was TESTS_FAILED: /),
      },
    });
    expect(refusals.map(({ code }) => code)).toEqual(['TESTS_FAILED', ...Array(5).fill('NOTHING_CHANGED')]);
    expect(attempts).toBe(9);
  });
});
