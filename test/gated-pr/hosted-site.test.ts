import { describe, expect, it } from 'vitest';
import { workspacesOf } from '#app/gated-pr/workspaces.ts';
import { hostedGround, type Workspaces } from '#workflows/gated-pr/sites/hosted-ground.ts';
import type { Point } from '#workflows/gated-pr/state.ts';
import { beginning, type GatedState } from '#workflows/gated-pr/state.ts';
import { write } from '#workspace/git/testing/test-repository.ts';
import { type SiteRig, type SiteRigOptions, siteRig } from './site-rig.ts';

interface HostedRig extends SiteRig {
  readonly workspaces: Workspaces;
  /** What a hosted agent leaves in its workspace, accepted and committed. */
  checkpoint(state: GatedState, files: Readonly<Record<string, string>>): Promise<Point>;
}

function hostedSiteRig(options: SiteRigOptions = {}): HostedRig {
  let workspaces: Workspaces | null = null;
  const rig = siteRig({
    ...options,
    ground: ({ repository, store }) => {
      workspaces = workspacesOf(store, repository);
      return hostedGround({ repository, store, workspaces });
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

/** A hosted PR on its branch. */
async function begun(rig: SiteRig, title: string): Promise<GatedState> {
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
  it.each(['Add a thing', 'feat: a thing', 'feat:a  thing', 'docs(readme)!: say: this'])(
    '%s, after a smaller scope',
    async (title) => {
      const rig = hostedSiteRig();
      let state = await begun(rig, title);
      const main = rig.at('main').commit;
      state = { ...state, checkpoint: await rig.checkpoint(state, { 'one.txt': '1\n' }) };
      const { checkpoint } = state;
      if (!checkpoint) throw new Error('there is a checkpoint');
      const reset = await rig.perform({ type: 'reset', to: checkpoint }, state);
      if (reset.type !== 'reset') throw new Error(reset.type);
      state = { ...state, place: reset.place };
      const point = await rig.checkpoint(state, { 'two.txt': '2\n' });
      // Also where it is cut short, and done again.
      await rig.perform({ type: 'check-final', title, tree: point.tree }, state);
      const outcome = await rig.again({ type: 'check-final', title, tree: point.tree }, state);
      if (outcome.type !== 'check-final' || !outcome.result.ok) throw new Error(JSON.stringify(outcome));
      const { commit, tree } = outcome.result.point;
      expect(tree).toBe(point.tree);
      const commits = await rig.store.commitsBetween(rig.repository, rig.at('main').commit, commit);
      expect(commits.map(({ parents, message }) => [parents, message.split('\n')[0]])).toEqual([[[main], title]]);
    },
  );

  it('is refused where its tree is not the one that was reviewed', async () => {
    const rig = hostedSiteRig();
    const state = await begun(rig, 'feat: a thing');
    const reviewed = await rig.checkpoint(state, { 'one.txt': '1\n' });
    await rig.checkpoint({ ...state, checkpoint: reviewed }, { 'two.txt': '2\n' });
    const outcome = await rig.perform({ type: 'check-final', title: 'feat: a thing', tree: reviewed.tree }, state);
    expect(outcome).toMatchObject({ result: { ok: false, reasons: [{ code: 'TREE_CHANGED' }] } });
  });
});
