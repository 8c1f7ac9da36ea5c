import type { EvidenceRef } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { type FindRequests, ungranted } from '#gates/dependency-requests.ts';
import { askedFiles } from '#gates/impact/asked-files.ts';
import { narrowTreeRunner } from '#gates/impact/narrow-tree-runner.ts';
import { type ReachedTests, reachedTests } from '#gates/impact/reached-tests.ts';
import { keptTests, lostTests } from '#gates/inventory/kept-tests.ts';
import type { Proof, ProofOrder } from '#gates/proof.ts';
import { fixProof } from '#gates/proofs/fix.ts';
import { greenProof } from '#gates/proofs/green.ts';
import { mergedProof } from '#gates/proofs/merged.ts';
import { messageHook } from '#gates/proofs/message-hook.ts';
import { redProof } from '#gates/proofs/red.ts';
import { refactorProof } from '#gates/proofs/refactor.ts';
import { takenProof } from '#gates/proofs/taken.ts';
import type { TestLock } from '#gates/test-lock.ts';
import type { TreeRunner } from '#gates/tree-runner.ts';
import { type WithinReach, withinReach } from '#gates/units/within-reach.ts';
import { gateSettings } from '../../gate-settings.ts';
import { reviewedDiff } from '../../review/reviewed-diff.ts';
import type { ProofKind } from '../effects.ts';
import type { Examined, Gatekeeper, WrittenTests } from './gatekeeper.ts';

export interface ProjectGatesOptions {
  readonly treeRunner: TreeRunner;
  /** Returns stored evidence. */
  readonly readEvidence: (evidence: EvidenceRef) => Promise<unknown>;
  readonly examine: (on: TreeRunner, base: TreeHash, tree: TreeHash, signal: AbortSignal) => Promise<Examined>;
  readonly reviewBy: Gatekeeper['reviewBy'];
  readonly reviewers: Gatekeeper['reviewers'];
  /** New dependencies that a tree needs and that have no grant. */
  readonly requests: FindRequests;
  /** Called with the tree of a finished proof: the next one will be similar. */
  readonly expectNear?: (tree: TreeHash) => void;
}

/** The gates of one project, under the configuration of the commit where a branch left main. */
export function projectGates({
  treeRunner,
  readEvidence,
  examine,
  reviewBy,
  reviewers,
  requests,
  expectNear = () => {},
}: ProjectGatesOptions): Gatekeeper {
  const settings = (base: TreeHash) => gateSettings(treeRunner, base);
  const proofOf = async (on: TreeRunner, kind: ProofKind, order: ProofOrder, signal: AbortSignal): Promise<Proof> => {
    switch (kind) {
      case 'RED':
        return redProof(on, order, signal);
      case 'GREEN':
        return greenProof(on, order, signal);
      case 'REFACTOR':
        return refactorProof(on, order, { read: readEvidence, isAsked: await askedIn(treeRunner, on, order) }, signal);
      case 'FIX':
        return fixProof(on, order, signal);
    }
  };
  /** The tests, and in a GREEN the preflight: each has a checkout of its own. */
  const prepare: Gatekeeper['prepare'] = (kind, tree) => {
    treeRunner.warm(tree, kind === 'RED' ? 1 : 2);
    return {
      [Symbol.asyncDispose]: async () => {
        await treeRunner.cool(tree);
        expectNear(tree);
      },
    };
  };
  return {
    settings,
    examine: async (base, tree, signal) =>
      examine((await withinReach(treeRunner, { base, trees: [tree] })).treeRunner, base, tree, signal),
    reviewBy,
    prepare,
    prove: async (kind, order, signal, scope = 'whole') => {
      await using _checkouts = prepare(kind, order.tree);
      // Every proof awaits these, one after the other, and sees their failure.
      for (const from of [order.base, order.accepted]) treeRunner.diff(from, order.tree).catch(() => {});
      const waiting = await ungranted(treeRunner, requests, order);
      if (waiting) return waiting;
      const { base, accepted, tree, lock } = order;
      const kept = lock?.tests.map(({ file }) => file) ?? [];
      const within = await withinReach(treeRunner, { base, trees: [accepted, tree], kept });
      const isStep = kind !== 'FIX' && scope !== 'whole';
      const on = (isStep ? within.own : null) ?? within.treeRunner;
      const reached = isStep ? await reachedTests(on, { ...order, scope }, signal) : null;
      const proof = await proofOf(reached ? narrowTreeRunner(on, reached.files) : on, kind, order, signal);
      const part = reached ?? (on === within.own ? ownPart(within) : null);
      return part ? inPart(proof, kind, part) : withLeft(proof, within);
    },
    proveMerged: async (main, merged, signal) => {
      const { treeRunner: on } = await withinReach(treeRunner, { base: main, trees: [merged] });
      return mergedProof(on, main, merged, (await settings(main)).preflight, signal);
    },
    proveTaken: async (main, tree, signal) => {
      const { treeRunner: on } = await withinReach(treeRunner, { base: main, trees: [tree] });
      return takenProof(on, main, tree, await settings(main), signal);
    },
    written: (base, lock) => writtenTests(treeRunner, base, lock),
    lost: (base, tree, kept, wanted) => lostTests(treeRunner, base, tree, kept, wanted),
    messageRefused: (message, signal) => messageHook(treeRunner, message, signal),
    read: (tree, path) => treeRunner.read(tree, path),
    diffText: (from, to, words) => reviewedDiff(treeRunner, from, to, words),
    reviewers,
  };
}

/** Reports the tests that did not run together with those that did. */
function inPart(proof: Proof, kind: ProofKind, { files, of }: ReachedTests): Proof {
  const rest = kind === 'RED' ? 'when its GREEN is committed' : 'before the checkpoint';
  const said = `Run: the ${files.length} of ${of} test files that this change reaches. Not run yet: the other ${of - files.length}; they run ${rest}, and again before the merge.`;
  return { ...proof, output: `${proof.output}\n\n${said}`, part: { files: files.length, of } };
}

const askedIn = async (all: TreeRunner, part: TreeRunner, { base }: ProofOrder) =>
  askedFiles(await all.runners(base), await part.runners(base));

const ownPart = ({ files }: WithinReach): ReachedTests | null => files && { files: files.own, of: files.reached };

/** The change cannot reach the other packages, so their tests end as on main. */
const withLeft = (proof: Proof, { files }: WithinReach): Proof =>
  files === null || files.reached === files.of
    ? proof
    : {
        ...proof,
        output: `${proof.output}\n\nNot run: ${files.of - files.reached} of ${files.of} test files, which are of packages that do not name what changed.`,
      };

async function writtenTests(treeRunner: TreeRunner, base: TreeHash, lock: TestLock): Promise<WrittenTests> {
  const tests = await keptTests(treeRunner, base, lock);
  const texts = await treeRunner.readAll(lock.tree, [...new Set(tests.map(({ file }) => file))]);
  const files = [...texts].map(([path, text]) => ({ path, text }));
  // A log is no place for megabytes; if there are more, the tests are still identified by their hashes.
  return { tests, files: files.filter(({ text }) => text.length <= MOST_TEXT) };
}
const MOST_TEXT = 32_000;
