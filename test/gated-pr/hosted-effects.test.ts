import { describe, expect, it } from 'vitest';
import { workspacesOf } from '#attempts/hosted/workspaces.ts';
import type { RunWorkspaces } from '#contracts/run-workspaces.ts';
import { tempFolder, write } from '#host/testing/temp-folder.ts';
import { hostedCheckout } from '#workflows/gated-pr/effects/hosted-checkout.ts';
import { personGit } from '#workflows/gated-pr/effects/person-git.ts';
import type { Point } from '#workflows/gated-pr/state.ts';
import { beginning, type GatedState } from '#workflows/gated-pr/state.ts';
import { commitAll, git, PATH } from '#workspace/testing/test-repository.ts';
import { type PrRig, type PrRigOptions, prRig } from './pr-rig.ts';

interface HostedRig extends PrRig {
  readonly workspaces: RunWorkspaces;
  /** What a hosted agent leaves in its workspace, accepted and committed. */
  checkpoint(state: GatedState, files: Readonly<Record<string, string>>): Promise<Point>;
}

function hostedPrRig(options: PrRigOptions = {}): HostedRig {
  let workspaces: RunWorkspaces | null = null;
  const rig = prRig({
    ...options,
    checkout: ({ repository, store }) => {
      workspaces = workspacesOf(store, repository);
      const git = personGit(repository, { PATH, HOME: repository });
      return hostedCheckout({ repository: store.repository(repository), git, workspaces });
    },
  });
  const known = workspaces ?? workspacesOf(rig.store, rig.repository);
  return {
    ...rig,
    workspaces: known,
    checkpoint: async (state, files) => {
      const workspace = await known.open(state.place ?? '');
      write(workspace.path, files);
      const { work } = await workspace.state();
      const over = state.checkpoint?.commit ?? workspace.base;
      const outcome = await rig.perform({ type: 'check-checkpoint', tree: work, over }, state);
      if (outcome.type !== 'check-checkpoint' || !outcome.result.ok) throw new Error(JSON.stringify(outcome));
      return outcome.result.point;
    },
  };
}

const OPENED = [() => 'there', () => 'gone'] as const;

/** A hosted PR on its branch. */
async function begun(rig: PrRig, title: string): Promise<GatedState> {
  const state = beginning({ mode: 'hosted', plan: 'PLAN.md', main: 'main' });
  const picked = await rig.perform({ type: 'pick-pr' }, state);
  if (picked.type !== 'pick-pr') throw new Error(picked.type);
  const { item, place } = picked;
  const branched = await rig.perform({ type: 'create-branch', title }, { ...state, place });
  if (branched.type !== 'create-branch' || !branched.result.ok) throw new Error(JSON.stringify(branched));
  const { branch, base } = branched.result;
  const pr = { masterPlanPath: 'PLAN.md', prTitle: title, summary: 'A thing.', verificationPlan: 'tests', tasks: [] };
  return { ...state, item, place, pr, branch, base, checkpoint: base };
}

describe('G6 a hosted PR is one commit over main, titled as the PR', () => {
  it.each(['feat:a  thing', 'docs(readme)!: say: this'])('%s, after a smaller scope', async (title) => {
    const rig = hostedPrRig();
    let state = await begun(rig, title);
    const main = rig.at('main').commit;
    state = { ...state, checkpoint: await rig.checkpoint(state, { 'one.txt': '1\n' }) };
    const { checkpoint } = state;
    if (!checkpoint) throw new Error('there is a checkpoint');
    const reset = await rig.perform({ type: 'reset', to: checkpoint, lock: null }, state);
    if (reset.type !== 'reset') throw new Error(reset.type);
    state = { ...state, place: reset.place };
    const point = await rig.checkpoint(state, { 'two.txt': '2\n' });
    // Also where it is cut short, and done again.
    await rig.perform({ type: 'check-final', title, tree: point.tree }, state);
    const outcome = await rig.again({ type: 'check-final', title, tree: point.tree }, state);
    if (outcome.type !== 'check-final' || !outcome.result.ok) throw new Error(JSON.stringify(outcome));
    const { commit, tree } = outcome.result.point;
    expect(tree).toBe(point.tree);
    const commits = await rig.store.repository(rig.repository).commitsBetween(rig.at('main').commit, commit);
    expect(commits.map(({ parents, message }) => [parents, message.split('\n')[0]])).toEqual([[[main], title]]);
  });

  it('is refused if its tree is not the reviewed one', async () => {
    const rig = hostedPrRig();
    const state = await begun(rig, 'feat: a thing');
    const reviewed = await rig.checkpoint(state, { 'one.txt': '1\n' });
    await rig.checkpoint({ ...state, checkpoint: reviewed }, { 'two.txt': '2\n' });
    const outcome = await rig.perform({ type: 'check-final', title: 'feat: a thing', tree: reviewed.tree }, state);
    expect(outcome).toMatchObject({ result: { ok: false, reasons: [{ code: 'TREE_CHANGED' }] } });
  });
});

describe('G6 a hosted branch in the hands of a person', () => {
  /** At the merge, with a conflict. */
  async function conflicting() {
    const rig = hostedPrRig();
    const before = await begun(rig, 'feat: a thing');
    const tree = (await rig.checkpoint(before, { 'a.txt': 'mine\n' })).tree;
    const final = await rig.perform({ type: 'check-final', title: 'feat: a thing', tree }, before);
    if (final.type !== 'check-final' || !final.result.ok) throw new Error(JSON.stringify(final));
    const { point } = final.result;
    const state: GatedState = { ...before, status: 'MERGING_BRANCH', checkpoint: point, final: point };
    rig.write({ 'a.txt': 'theirs\n' });
    const main = rig.commit('elsewhere');
    const merge = { type: 'merge', branch: 'feat/a-thing', title: 'feat: a thing', point } as const;
    const take = { type: 'take-branch', branch: 'feat/a-thing', point, taken: null } as const;
    return { rig, state, point, main, merge, take };
  }

  /** What a person does in their checkout. */
  function bringTogether(rig: PrRig, text: string): Point {
    rig.git('switch', '--quiet', 'feat/a-thing');
    rig.git('merge', '--quiet', '--strategy-option=ours', '--no-edit', 'main');
    rig.write({ 'a.txt': text });
    const made = rig.commit('by hand');
    rig.git('switch', '--quiet', 'main');
    return made;
  }

  it('exists once, however often the halt is repeated, and next to a branch of the person with that name', async () => {
    const { rig, state, point, merge } = await conflicting();
    const halted = { result: { ok: false, branch: 'feat/a-thing', reasons: [{ code: 'MERGE_CONFLICT' }] } };
    expect(await rig.perform(merge, state)).toMatchObject(halted);
    expect(await rig.again(merge, state)).toMatchObject(halted);
    expect(rig.git('rev-parse', 'feat/a-thing')).toBe(point.commit);
    rig.git('branch', '--quiet', '--force', 'feat/a-thing', 'main');
    expect(await rig.again(merge, state)).toMatchObject({ result: { ok: false, branch: 'feat/a-thing-2' } });
    expect(rig.at('feat/a-thing')).toEqual(rig.at('main'));
    expect(rig.git('rev-parse', 'feat/a-thing-2')).toBe(point.commit);
  });

  it('is taken again after a kill, even if the person changed it in the meantime', async () => {
    const { rig, state, main, merge, take } = await conflicting();
    await rig.perform(merge, state);
    expect(await rig.perform(take, state)).toMatchObject({ result: { type: 'as-it-was' } });
    const first = bringTogether(rig, 'both\n');
    const taken = await rig.perform(take, state);
    expect(taken).toMatchObject({
      result: { type: 'taken', head: first.commit, base: main, point: { tree: first.tree } },
    });
    expect(await rig.again(take, state)).toEqual(taken);
    const second = bringTogether(rig, 'both, better\n');
    const again = await rig.again(take, state);
    expect(again).toMatchObject({ result: { type: 'taken', head: second.commit, point: { tree: second.tree } } });
    if (again.type !== 'take-branch' || again.result.type !== 'taken') throw new Error(again.type);
    const { place, base, point } = again.result;
    expect(await (await rig.workspaces.open(place ?? '')).state()).toMatchObject({ work: second.tree, dirty: false });
    // The log names the one before until this is recorded; all of them go with the PR.
    expect(await rig.workspaces.open(state.place ?? '')).toBeDefined();
    const opened = () => [state.place, place].map((each) => rig.store.open(each ?? '').then(...OPENED));
    expect(await Promise.all(opened())).toEqual(['there', 'there']);
    // From there it becomes one commit over main, whatever was merged by hand.
    const next: GatedState = { ...state, place, base, checkpoint: point };
    const final = await rig.perform({ type: 'check-final', title: 'feat: a thing', tree: point.tree }, next);
    if (final.type !== 'check-final' || !final.result.ok) throw new Error(JSON.stringify(final));
    const merged = { ...merge, point: final.result.point };
    const ready: GatedState = { ...next, checkpoint: merged.point, handed: { open: false, taken: second.commit } };
    expect(await rig.perform(merged, ready)).toMatchObject({ result: { ok: true, notes: [] } });
    expect(rig.git('show', 'main:a.txt')).toBe('both, better');
    expect(rig.git('branch', '--list', 'feat/*')).toBe('');
    expect(await Promise.all(opened())).toEqual(['gone', 'gone']);
  });

  it('is not taken without main, nor if nothing is left of it', async () => {
    const { rig, state, merge, take } = await conflicting();
    await rig.perform(merge, state);
    rig.git('switch', '--quiet', 'feat/a-thing');
    rig.write({ 'b.txt': 'more\n' });
    rig.commit('not enough');
    const behind = { result: { type: 'refused', reasons: [{ code: 'BRANCH_BEHIND' }] } };
    expect(await rig.perform(take, state)).toMatchObject(behind);
    rig.git('reset', '--quiet', '--hard', 'main');
    const empty = { result: { type: 'refused', reasons: [{ code: 'BRANCH_EMPTY' }] } };
    expect(await rig.perform(take, state)).toMatchObject(empty);
  });

  it('belongs to the person alone if it was never handed over', async () => {
    const rig = hostedPrRig();
    const before = await begun(rig, 'feat: a thing');
    const point = await rig.checkpoint(before, { 'one.txt': '1\n' });
    rig.git('branch', 'feat/a-thing', 'main');
    const state: GatedState = { ...before, status: 'MERGING_BRANCH', checkpoint: point, final: point };
    const merge = { type: 'merge', branch: 'feat/a-thing', title: 'feat: a thing', point } as const;
    expect(await rig.perform(merge, state)).toMatchObject({ result: { ok: true, notes: [] } });
    expect(rig.git('branch', '--list', 'feat/*')).toContain('feat/a-thing');
  });
});

describe('G6 a hosted PR begins with main as its remote has it', () => {
  /** A remote with a commit of a colleague's that the person has not fetched. */
  function withColleague() {
    const rig = hostedPrRig();
    const remote = tempFolder();
    const colleague = tempFolder();
    rig.git('init', '--quiet', '--bare', '--initial-branch=main', remote);
    rig.git('remote', 'add', 'origin', remote);
    rig.git('push', '--quiet', '--set-upstream', 'origin', 'main');
    git(colleague, 'clone', '--quiet', remote, 'shop');
    const folder = `${colleague}/shop`;
    write(folder, { 'PLAN.md': '- [x] feat: a thing\n- [ ] feat: of a colleague\n' });
    const theirs = commitAll(folder, 'by a colleague');
    git(folder, 'push', '--quiet');
    return { rig, remote, theirs };
  }
  const START = beginning({ mode: 'hosted', plan: 'PLAN.md', main: 'main' });

  it('and with the current plan, also in the person’s checkout', async () => {
    const { rig, theirs } = withColleague();
    const picked = await rig.perform({ type: 'pick-pr' }, START);
    expect(picked).toMatchObject({ item: { title: 'feat: of a colleague' } });
    expect([rig.git('rev-parse', 'main'), rig.git('status', '--porcelain')]).toEqual([theirs, '']);
    if (picked.type !== 'pick-pr') throw new Error(picked.type);
    expect((await rig.workspaces.open(picked.place ?? '')).base).toBe(theirs);
  });

  it('or says why it cannot, with nothing touched', async () => {
    const { rig, remote } = withColleague();
    const before = rig.at('main');
    rig.write({ 'PLAN.md': 'mine, not committed\n' });
    const problem = (code: string) => ({ type: 'pick-pr', item: null, place: null, problem: { code } });
    expect(await rig.perform({ type: 'pick-pr' }, START)).toMatchObject(problem('CHECKOUT_DIRTY'));
    expect([rig.at('main'), rig.git('status', '--porcelain')]).toEqual([before, 'M PLAN.md']);
    const own = rig.commit('mine');
    expect(await rig.perform({ type: 'pick-pr' }, START)).toMatchObject(problem('MAIN_DIVERGED'));
    expect(rig.at('main')).toEqual(own);
    rig.git('remote', 'set-url', 'origin', `${remote}.gone`);
    expect(await rig.perform({ type: 'pick-pr' }, START)).toMatchObject(problem('REMOTE_UNREACHABLE'));
    rig.git('branch', '--quiet', '--unset-upstream', 'main');
    rig.git('reset', '--quiet', '--hard', before.commit);
    expect(await rig.perform({ type: 'pick-pr' }, START)).toMatchObject({ item: { title: 'feat: a thing' } });
  });
});
