import { describe, expect, it } from 'vitest';
import { markDone } from '#workflows/gated-pr/plan-mark.ts';
import type { GatedState } from '#workflows/gated-pr/state.ts';
import { beginning } from '#workflows/gated-pr/state.ts';
import { PLAN, prRig, readyToMerge } from './pr-rig.ts';

const START: GatedState = beginning({ mode: 'connected', plan: 'PLAN.md', main: 'main' });
const CREATE = { type: 'create-branch', title: 'feat: a thing' } as const;

describe('G6 a branch that is made again after a kill', () => {
  it('is the one that was made, wherever that was cut short', async () => {
    const rig = prRig();
    const made = { result: { ok: true, branch: 'feat/a-thing', base: rig.at('main') } };
    expect(await rig.perform(CREATE, START)).toMatchObject(made);
    expect(rig.git('branch', '--show-current')).toBe('feat/a-thing');
    // After the switch.
    expect(await rig.again(CREATE, START)).toMatchObject(made);
    // Before the switch, and with a main that moved on meanwhile.
    rig.git('switch', '--quiet', 'main');
    rig.write({ 'theirs.txt': 'theirs\n' });
    rig.commit('elsewhere');
    expect(await rig.again(CREATE, START)).toMatchObject(made);
    expect(rig.git('branch', '--show-current')).toBe('feat/a-thing');
    expect(rig.git('branch', '--list', 'feat/*').split('\n')).toHaveLength(1);
  });

  it('is never a branch of someone else, nor of another PR', async () => {
    const rig = prRig();
    rig.git('branch', 'feat/a-thing');
    const branched = (branch: string) => ({ result: { ok: true, branch } });
    expect(await rig.perform(CREATE, START)).toMatchObject(branched('feat/a-thing-2'));
    const { commit } = rig.at('main');
    const later: GatedState = { ...START, finished: [{ title: 'feat: a thing', commit, merge: commit }] };
    expect(await rig.perform(CREATE, later)).toMatchObject(branched('feat/a-thing-3'));
    expect(await rig.again(CREATE, START)).toMatchObject(branched('feat/a-thing-2'));
  });
});

describe('G6 the commit of the plan, made again after a kill', () => {
  const TITLE = 'feat: a thing';

  it('is found, and nothing else is taken for it', async () => {
    const rig = prRig();
    const { state } = readyToMerge(rig);
    const { commit } = rig.at('HEAD');
    const check = { type: 'check-plan', title: TITLE, commit } as const;
    rig.write({ 'PLAN.md': markDone(PLAN, TITLE, commit) ?? '' });
    const first = await rig.perform(check, state);
    expect(first).toMatchObject({ result: { ok: true, point: rig.at('HEAD') } });
    expect(rig.git('log', '-1', '--format=%s %P')).toBe(`plan: ${TITLE} is done ${commit}`);
    expect(await rig.again(check, state)).toEqual(first);
    expect(rig.git('rev-list', '--count', `${commit}..HEAD`)).toBe('1');

    rig.write({ 'more.txt': 'more\n' });
    rig.git('add', '--all');
    rig.git('commit', '--quiet', '--amend', '--no-edit');
    expect(await rig.again(check, state)).toMatchObject({ result: { ok: false, reasons: [{ code: 'MORE_CHANGED' }] } });
    rig.git('reset', '--quiet', '--hard', 'HEAD^');
    rig.write({ 'PLAN.md': markDone(PLAN, TITLE, commit) ?? '' });
    rig.commit('by hand');
    expect(await rig.again(check, state)).toMatchObject({
      result: { ok: false, reasons: [{ code: 'HISTORY_REWRITTEN' }] },
    });
  });
});
