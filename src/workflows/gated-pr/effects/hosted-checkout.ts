import { toErrorInfo } from '#contracts/errors.ts';
import { type RunWorkspaces, workspacePrefix } from '#contracts/run-workspaces.ts';
import { unfitFiles } from '#contracts/unfit-files.ts';
import type { Repository, Sha, Workspace } from '#contracts/workspace.ts';
import { writePlain } from '#host/plain-file.ts';
import { branchName } from '../branch-name.ts';
import { provenCriteria } from '../criteria.ts';
import { markDone, tickCriteria } from '../plan-mark.ts';
import type { GatedState, Point } from '../state.ts';
import { checkFinal } from './check-final.ts';
import { deleteMerged } from './leave-branch.ts';
import { offerBranch } from './offer-branch.ts';
import type { PersonGit } from './person-git.ts';
import { type PrCheckout, refuse } from './pr-checkout.ts';
import { pullMain } from './pull-main.ts';

export interface HostedOptions {
  readonly repository: Repository;
  /** Only for fetching: no agent has access to it. */
  readonly git: PersonGit;
  /** Shared with the code that starts the agents, so that both have the same handle. */
  readonly workspaces: RunWorkspaces;
}

/** A PR in a workspace of its own. The agent leaves files; all git is Assay's, in a vault that it cannot reach. */
export function hostedCheckout({ repository, git, workspaces }: HostedOptions): PrCheckout {
  const workspaceOf = (state: GatedState): Promise<Workspace> => {
    if (state.place === null) throw new Error('a hosted PR has a workspace');
    return workspaces.open(state.place);
  };
  const pointAt = async (sha: Sha): Promise<Point> => ({ commit: sha, tree: await repository.treeOf(sha) });
  const trailers = (state: GatedState, node: string) => ({ session: state.place ?? 'gated-pr', node, costUsd: null });

  return {
    mode: 'hosted',
    folder: async (state) => (await workspaceOf(state)).path,
    pull: ({ main }) => pullMain({ repository, git }, main, 'answer with assay guide'),
    prepare: async (state, { run }) => {
      const name = workspaceName(run, state, 0);
      await workspaces.create(name, state.main);
      return name;
    },
    planText: async (state) => {
      const bytes = await repository.readFileAt(await repository.resolve(state.main), state.plan);
      return bytes === null ? null : new TextDecoder().decode(bytes);
    },
    planEdited: async () => false,
    createBranch: async (title, state) => {
      const { base } = await workspaceOf(state);
      const taken = await takenBranches(repository, title);
      return { ok: true, branch: branchName(title, (name) => taken.has(name)), base: await pointAt(base) };
    },
    snapshot: async (state) => {
      const workspace = await workspaceOf(state);
      try {
        const { work, unfit } = await workspace.state();
        return { tree: work, problems: unfit ? [unfit] : [] };
      } catch (thrown) {
        const unfit = unfitFiles(thrown);
        if (unfit === null || !state.base) throw thrown;
        // Files that cannot be read make no tree; the branch's base is used instead, and is not measured.
        return { tree: state.base.tree, problems: [unfit] };
      }
    },
    checkpoint: async (tree, _over, state) => {
      const workspace = await workspaceOf(state);
      const now = await workspace.state();
      if (now.work !== tree)
        return refuse('TREE_CHANGED', 'files changed after they were accepted', 'Submit the step again.');
      const brief = lastStep(state);
      const made = await workspace.commit({ phase: 'checkpoint', brief, ...trailers(state, 'checkpoint') });
      return { ok: true, point: { commit: made.sha, tree: made.tree } };
    },
    reset: async (to, state, { run }) => {
      const name = nextPlace(run, state);
      await workspaces.create(name, to.commit);
      if (state.place !== null && state.place !== name) await workspaces.close(state.place);
      return name;
    },
    finalCommit: async (title, tree, state) => {
      const workspace = await workspaceOf(state);
      const base = state.base?.commit ?? workspace.base;
      const summary = state.pr?.summary ?? '';
      // On top of main, wherever this workspace began: after a reset that is a checkpoint.
      const made = await workspace.squash({ phase: null, brief: title, summary, ...trailers(state, 'final') }, base);
      const problem = await checkFinal(repository, { base, head: made.sha, title, tree });
      return problem ?? { ok: true, point: { commit: made.sha, tree } };
    },
    planCommit: async (title, commit, state) => {
      const workspace = await workspaceOf(state);
      const bytes = await repository.readFileAt(commit, state.plan);
      const marked = bytes === null ? null : markDone(new TextDecoder().decode(bytes), title, commit);
      if (marked === null)
        return refuse('PLAN_UNMARKED', `${state.plan} has no open PR ${JSON.stringify(title)}`, 'Mark it by hand.');
      const ticked = tickCriteria(marked, title, provenCriteria(state));
      const written = await writePlain(workspace.path, state.plan, ticked);
      if (written.type === 'refused')
        return refuse('PLAN_UNMARKED', written.why, 'Make it a plain file in plain folders, or mark it by hand.');
      const { files } = await repository.diffBetween(commit, (await workspace.state()).work);
      const others = files.filter(({ path }) => path !== state.plan).map(({ path }) => path);
      if (others.length > 0)
        return refuse(
          'MORE_CHANGED',
          `more than the plan changed: ${others.join(', ')}`,
          'Only the plan may change now.',
        );
      const made = await workspace.commit({ phase: 'plan', brief: `${title} is done`, ...trailers(state, 'plan') });
      return { ok: true, point: { commit: made.sha, tree: made.tree } };
    },
    offer: async ({ commit }, { branch, handed }) => {
      if (branch === null) throw new Error('a PR has a branch');
      return offerBranch(repository, branch, commit, handed?.taken ?? null);
    },
    unfitToAdopt: async () => null,
    adopt: async (head, main, state, { run }) => {
      const tree = await repository.treeOf(head);
      // A commit of our own: one with an agent's work does not decide how a workspace is set up.
      const own = await repository.prepareMerge(main, head, `Take ${state.branch} back`);
      if (own.type === 'conflict') throw new Error('a commit that holds main has no conflict with it');
      const name = nextPlace(run, state);
      let workspace = await workspaces.create(name, own.sha);
      if ((await repository.treeOf(workspace.base)) !== tree) {
        // Of an interrupted try, before the person changed the branch again.
        await workspaces.close(name);
        workspace = await workspaces.create(name, own.sha);
      }
      // The previous one stays until the end: if this is interrupted, the log still names it.
      return { place: name, point: { commit: workspace.base, tree } };
    },
    leave: async ({ place, branch, main, handed }) => {
      // A branch of that name is ours only if it was handed to the person.
      const told = handed && branch ? await deleteMerged(repository, branch, main, handed.taken) : [];
      if (place === null) return told;
      const stays = (name: string) => (error: unknown) => [
        `The workspace ${name} stays: ${toErrorInfo(error).message}`,
      ];
      for (const each of placesUpTo(place)) told.push(...(await workspaces.close(each).then(() => [], stays(each))));
      return told;
    },
  };
}

/** Unique per run, PR and reset; the same again after a crash. */
const workspaceName = (run: string, { finished }: GatedState, resets: number): string =>
  `${workspacePrefix(run)}pr${finished.length + 1}${resets === 0 ? '' : `-r${resets}`}`;

/** All workspaces that a PR has had, to the one it is in. */
function placesUpTo(place: string): string[] {
  const [, first = place, resets = '0'] = /^(.*?)(?:-r(\d+))?$/.exec(place) ?? [];
  return [first, ...Array.from({ length: Number(resets) }, (_, index) => `${first}-r${index + 1}`)];
}

/** For work that continues from another commit. */
const nextPlace = (run: string, state: GatedState): string =>
  workspaceName(run, state, Number(/-r(\d+)$/.exec(state.place ?? '')?.[1] ?? 0) + 1);

const lastStep = ({ pr }: GatedState): string => {
  const steps = (pr?.tasks ?? []).flatMap(({ tdd_steps }) => tdd_steps);
  const text = steps.findLast(({ status }) => status === 'DONE')?.description ?? 'accepted';
  return text.replace(/\s+/g, ' ').slice(0, 200);
};

async function takenBranches(repository: Repository, title: string): Promise<Set<string>> {
  const taken = new Set<string>();
  for (let name = branchName(title, (each) => taken.has(each)); ; name = branchName(title, (each) => taken.has(each))) {
    const found = await repository.resolve(`refs/heads/${name}`).catch(() => null);
    if (found === null) return taken;
    taken.add(name);
  }
}
