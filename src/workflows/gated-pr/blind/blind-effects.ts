import type { EvidenceRef } from '#contracts/gate.ts';
import { type RunWorkspaces, workspaceName } from '#contracts/run-workspaces.ts';
import type { TestCase } from '#contracts/test-run.ts';
import { type BlindFile, type BlindRun, isOf, runBlindTests, takeBlindTests } from '#gates/blind-tests.ts';
import { changedSignatures } from '#gates/changed-signatures.ts';
import type { TreeRunner } from '#gates/tree-runner.ts';
import { criteriaOf } from '../criteria.ts';
import type { GatedState } from '../state.ts';
import { type BlindClaim, type BlindRequest, type BlindTests, behaviourOf } from './blind-tests.ts';

export interface BlindFailure {
  readonly behaviour: string;
  readonly test: string;
  readonly seen: string;
}

/** A second author who is blind to the change; absent where there is none. */
export interface BlindAuthor {
  /** A workspace at main as it was; or why no author is asked. */
  ask(state: GatedState, run: string): Promise<{ readonly request: BlindRequest } | { readonly notAsked: string }>;
  take(place: string, claim: BlindClaim, state: GatedState, signal: AbortSignal): Promise<BlindTests>;
  /** The results of its tests on a tree. */
  judge(blind: BlindTests, state: GatedState, signal: AbortSignal): Promise<BlindJudgement>;
}

export interface BlindJudgement {
  readonly failed: readonly BlindFailure[];
  /** Why its tests say nothing about the tree; null where some of them ran. */
  readonly silent: string | null;
  readonly evidence: readonly EvidenceRef[];
}

export function blindAuthor(treeRunner: TreeRunner, workspaces: RunWorkspaces): BlindAuthor {
  const trees = ({ base, acceptedTree }: GatedState) => {
    if (!base || !acceptedTree) throw new Error('a PR is tried on its branch');
    return { base: base.tree, commit: base.commit, tree: acceptedTree };
  };
  return {
    ask: async (state, run) => {
      const { base, tree, commit } = trees(state);
      if (!state.item) return { notAsked: 'there is no plan item to write tests from' };
      const { lines: signatures, without } = await changedSignatures(treeRunner, base, tree);
      if (signatures.length === 0) return { notAsked: nothingToCall(without) };
      const place = workspaceName(run, 'blind', state.finished.length + 1);
      await workspaces.create(place, commit);
      const { title, body } = state.item;
      return {
        request: { place, item: { title, body }, criteria: [...criteriaOf(state)], signatures: [...signatures] },
      };
    },
    take: async (place, claim, state, signal) => {
      const { base } = trees(state);
      const { work } = await (await workspaces.open(place)).state();
      const { files, notRed, dropped } = await takeBlindTests(treeRunner, { base, work }, signal);
      await workspaces.close(place);
      return { files: [...files], notRed: [...notRed], dropped: [...dropped], said: claim.tests };
    },
    judge: async (blind, state, signal) => {
      const { base, tree } = trees(state);
      const { failed, passed, dropped, evidence } = await runBlindTests(treeRunner, { base, tree, ...blind }, signal);
      return {
        evidence,
        silent: failed.length + passed > 0 ? null : whySilent(blind, dropped),
        failed: failed.map((test) => ({
          behaviour: behaviourOf(test.title, blind),
          test: blind.files.find((file) => isNamed(test, file) || isOf(test, file))?.text ?? '',
          seen: test.failure?.message ?? 'it fails',
        })),
      };
    },
  };
}

/** Renamed if the author of the change chose the same name. */
const isNamed = ({ file }: Pick<TestCase, 'file'>, { path }: BlindFile): boolean =>
  file.endsWith(path.split('/').at(-1) ?? path);

const nothingToCall = (without: readonly string[]): string =>
  without.length === 0
    ? 'no code changed'
    : `no signature of what it exports could be read in ${without.slice(0, 3).join(', ')}${without.length > 3 ? ' …' : ''}`;

/** Tests that were dropped in the run come first, then those that were dropped before it. */
function whySilent({ files, dropped: before }: BlindTests, dropped: BlindRun['dropped']): string {
  const all = [...dropped, ...before];
  if (files.length === 0 && all.length === 0) return 'the second author wrote none';
  if (all.length === 0) return 'none of them was run';
  return all
    .slice(0, 3)
    .map(({ name, why }) => `${name}: ${why}`)
    .join('; ');
}
