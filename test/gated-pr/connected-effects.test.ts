import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { markDone } from '#workflows/gated-pr/plan-mark.ts';
import type { GatedState } from '#workflows/gated-pr/state.ts';
import { beginning } from '#workflows/gated-pr/state.ts';
import { PLAN, type PrRig, prRig, readyToMerge } from './pr-rig.ts';

const START: GatedState = beginning({ mode: 'connected', plan: 'PLAN.md', main: 'main' });
const CREATE = { type: 'create-branch', title: 'feat: a thing' } as const;

describe('G6 a branch that is made again after a kill', () => {
  it('is the commit that was made, wherever it was interrupted', async () => {
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

/** What somebody has put into the repository's own hooks. */
function hook(rig: PrRig, name: string, script: string): void {
  const file = join(rig.repository, '.git/hooks', name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}
const ADDS = 'echo sneaked > more.txt; git add more.txt';

describe('a hook of the repository that brings files of its own', () => {
  const TITLE = 'feat: a thing';

  it('cannot put a commit below the branch of a PR, where nothing would compare it', async () => {
    const rig = prRig();
    hook(rig, 'post-checkout', `test -e .git/once && exit 0; touch .git/once; ${ADDS}; git commit --quiet -m more`);
    const refused = { result: { ok: false, reasons: [{ code: 'HISTORY_REWRITTEN' }] } };
    expect(await rig.perform(CREATE, START)).toMatchObject(refused);
  });

  it('may do anything else when a branch is checked out', async () => {
    const rig = prRig();
    hook(rig, 'post-checkout', 'echo switched > .git/switched');
    expect(await rig.perform(CREATE, START)).toMatchObject({ result: { ok: true, base: rig.at('main') } });
  });

  it.each([
    ['pre-commit', ADDS, 'MORE_CHANGED'],
    ['pre-commit', 'sed -i s/another/other/ PLAN.md; git add PLAN.md', 'MORE_CHANGED'],
    [
      'post-commit',
      `test -e .git/once && exit 0; touch .git/once; ${ADDS}; git commit --quiet --amend --no-edit`,
      'MORE_CHANGED',
    ],
    [
      'post-commit',
      `test -e .git/once && exit 0; touch .git/once; ${ADDS}; git commit --quiet -m more`,
      'HISTORY_REWRITTEN',
    ],
    ['pre-commit', 'true', null],
    ['prepare-commit-msg', 'echo "ABC-1: $(cat "$1")" > "$1"', null],
    ['pre-commit', 'echo >> PLAN.md; git add PLAN.md', null],
  ])('%s: %s, in the commit that marks the plan: %s', async (name, script, code) => {
    const rig = prRig();
    const { state } = readyToMerge(rig);
    const { commit } = rig.at('HEAD');
    rig.write({ 'PLAN.md': markDone(PLAN, TITLE, commit) ?? '' });
    hook(rig, name, script);
    const expected = code === null ? { ok: true } : { ok: false, reasons: [{ code }] };
    expect(await rig.perform({ type: 'check-plan', title: TITLE, commit }, state)).toMatchObject({ result: expected });
  });
});

describe('G6 the commit of the plan, made again after a kill', () => {
  const TITLE = 'feat: a thing';

  it('is found, and nothing else is mistaken for it', async () => {
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
