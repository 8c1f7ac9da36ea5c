import { type RunWorkspaces, workspaceName } from '#contracts/run-workspaces.ts';
import { changedSignatures, runBlindTests, takeBlindTests } from '#gates/blind-tests.ts';
import type { TreeRunner } from '#gates/tree-runner.ts';
import { criteriaOf } from '../criteria.ts';
import type { GatedState } from '../state.ts';
import { type BlindClaim, type BlindRequest, type BlindTests, behaviourOf } from './blind-tests.ts';

export interface BlindFailure {
  readonly behaviour: string;
  readonly test: string;
  readonly seen: string;
}

/** A second author who is blind to the change; left out where there is none. */
export interface BlindAuthor {
  /** A workspace at main as it was; null where there is nothing to call. */
  ask(state: GatedState, run: string): Promise<BlindRequest | null>;
  take(place: string, claim: BlindClaim, state: GatedState, signal: AbortSignal): Promise<BlindTests>;
  /** What fails of it on a tree. */
  failures(blind: BlindTests, state: GatedState, signal: AbortSignal): Promise<BlindFailure[]>;
}

export function blindAuthor(treeRunner: TreeRunner, workspaces: RunWorkspaces): BlindAuthor {
  const trees = ({ base, acceptedTree }: GatedState) => {
    if (!base || !acceptedTree) throw new Error('a PR is tried on its branch');
    return { base: base.tree, commit: base.commit, tree: acceptedTree };
  };
  return {
    ask: async (state, run) => {
      const { base, tree, commit } = trees(state);
      if (!state.item) return null;
      const signatures = await changedSignatures(treeRunner, base, tree);
      if (signatures.length === 0) return null;
      const place = workspaceName(run, 'blind', state.finished.length + 1);
      await workspaces.create(place, commit);
      const { title, body } = state.item;
      return { place, item: { title, body }, criteria: [...criteriaOf(state)], signatures };
    },
    take: async (place, claim, state, signal) => {
      const { base } = trees(state);
      const { work } = await (await workspaces.open(place)).state();
      const { files, notRed, dropped } = await takeBlindTests(treeRunner, { base, work }, signal);
      await workspaces.close(place);
      return { files: [...files], notRed: [...notRed], dropped: [...dropped], said: claim.tests };
    },
    failures: async (blind, state, signal) => {
      const { base, tree } = trees(state);
      const { failed } = await runBlindTests(treeRunner, { base, tree, ...blind }, signal);
      return failed.map(({ title, file, failure }) => ({
        behaviour: behaviourOf(title, blind),
        test: blind.files.find(({ path }) => file.endsWith(path.split('/').at(-1) ?? path))?.text ?? '',
        seen: failure?.message ?? 'it fails',
      }));
    },
  };
}
