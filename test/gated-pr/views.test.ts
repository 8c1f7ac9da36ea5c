import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assay, atTerminal, codes, draft, makeRig, type Rig, stateOf, TOTAL_STEPS, toFirstStep } from './rig.ts';

const DRAFT = '.assay/ACTIVE_PR.json';
const STATE = '.assay/ORCHESTRATION_STATE.json';

describe('G2 the state files are views of the log', () => {
  it('C16 G2.1 G2.2 G9.9 tells an edit with its diff, puts the view back, and lets only a person keep it', async () => {
    const rig = makeRig();
    const tools = await rig.connect();
    await toFirstStep(rig, tools);
    const view = rig.read(DRAFT);
    const edited = view.replace('"status": "IN_PROGRESS"', '"status": "DONE"');
    expect(edited).not.toBe(view);
    rig.write({ [DRAFT]: edited });
    const told = await tools.submit('done already');
    expect(told).toMatchObject({ status: 'FAILURE', refused: true });
    expect(codes(told)).toEqual(['VIEW_EDITED']);
    expect(told.output).toContain('+      "status": "DONE"');
    expect(rig.read(DRAFT)).toBe(view);

    rig.write({ [STATE]: rig.read(STATE).replace('EXECUTING_TDD', 'CODE_REVIEW') });
    expect(codes(await tools.submit('reviewed'))).toEqual(['VIEW_EDITED']);
    expect(stateOf(rig)).toMatchObject({ status: 'EXECUTING_TDD' });

    const alone = await assay(rig, ['state', 'accept'], 'yes\n');
    expect([alone.code, alone.out]).toEqual([1, expect.stringContaining('needs a person')]);
    const declined = await atTerminal(rig, ['state', 'accept'], 'no\n');
    expect([declined.code, declined.out]).toEqual([1, expect.stringContaining('nothing was changed')]);
    rig.write({ '.assay/ACTIVE_PR.edited.json': view.replace('an empty cart costs nothing', 'nothing costs nothing') });
    const kept = await atTerminal(rig, ['state', 'accept'], 'yes\n');
    expect([kept.code, kept.out]).toEqual([0, expect.stringContaining('the edit is accepted')]);
    expect((await tools.task()).output).toContain('## RED: nothing costs nothing');
    expect(existsSync(join(rig.folder, '.assay/ACTIVE_PR.edited.json'))).toBe(false);
  }, 120_000);

  it('G2.3 leaves a file alone that is torn, newer or missing, names it and the way out', async () => {
    const rig = makeRig();
    const tools = await rig.connect();
    await toFirstStep(rig, tools);
    const files = () => [DRAFT, STATE].map((path) => existsSync(join(rig.folder, path)) && rig.read(path));
    for (const [spoil, why] of SPOILED) {
      spoil(rig);
      const before = files();
      const told = await tools.submit('work');
      expect(told.reasons[0]).toMatchObject({
        code: 'VIEW_UNREADABLE',
        message: expect.stringContaining(why),
        next: expect.stringContaining('assay state restore'),
      });
      expect(files()).toEqual(before);
      expect((await assay(rig, ['state', 'restore'])).code).toBe(0);
      expect(stateOf(rig)).toMatchObject({ version: 1, status: 'EXECUTING_TDD' });
    }
    expect(codes(await tools.submit('work', { expectation: 'FAIL' }))).toEqual(['NO_NEW_TEST']);
  }, 120_000);

  it('G2.9 keeps a draft that someone wrote before the PR was picked, and removes a finished one', async () => {
    const rig = makeRig();
    const tools = await rig.connect();
    const written = draft('feat: Totals', [{ name: 'Total', steps: TOTAL_STEPS }]);
    rig.write(written);
    expect((await tools.task()).output).toContain('# INITIALIZING');
    expect(rig.read(DRAFT)).toBe(written[DRAFT]);
    expect(await tools.submit('drafted by hand')).toMatchObject({ status: 'SUCCESS' });

    const other = makeRig({ files: { 'PLAN.md': '- [x] Totals\n' } });
    const served = await other.connect();
    for (const [status, stays] of [
      ['DONE', false],
      ['IN_PROGRESS', true],
    ] as const) {
      const pr = JSON.parse(written[DRAFT] ?? '');
      for (const task of pr.tasks) task.status = status;
      other.write({ [DRAFT]: JSON.stringify(pr) });
      expect((await served.task()).output).toContain('Nothing in PLAN.md is open');
      expect(existsSync(join(other.folder, DRAFT))).toBe(stays);
    }
  }, 60_000);
});

const SPOILED: readonly [(rig: Rig) => void, string][] = [
  [(rig) => rig.write({ [STATE]: '{"version": 1, "sta' }), 'it is torn'],
  [(rig) => rig.write({ [STATE]: '{"version": 99}' }), 'version: it is 99'],
  [(rig) => rmSync(join(rig.folder, DRAFT)), 'it is missing'],
];
