import { type EvidenceRef, type Refusal, refused } from '#contracts/gate.ts';
import type { Effect, Outcome } from '../effects.ts';
import type { PrContext } from '../pr-effects.ts';
import type { GatedState } from '../state.ts';
import { attestMerge } from './attest-merge.ts';
import { mergeHelp } from './merge-help.ts';
import type { Refused } from './pr-checkout.ts';
import type { PrEffectsParts } from './pr-effects-parts.ts';

type Merge = Extract<Effect, { type: 'merge' }>;

/** How often main may move on while a merge with it is being proven, until a person is told. */
const MOST_ROUNDS = 5;

/** Merges in the air, proves the result, and only then moves main: to the very commit that was proven. */
export async function merge(
  parts: PrEffectsParts,
  effect: Merge,
  state: GatedState,
  context: PrContext,
): Promise<Outcome> {
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const behind = await pullFirst(parts, state, context);
    if (behind) return { type: 'merge', result: { ok: false, reasons: behind.reasons, evidence: [] } };
    const outcome = await mergeOnce(parts, effect, state, context);
    if (outcome) return outcome;
    context.say(`${state.main} moved meanwhile: merges anew`);
  }
  return failed(
    'MAIN_MOVED',
    `${state.main} moved ${MOST_ROUNDS} times while the merge with it was being proven`,
    'Let it rest for as long as the tests take, then answer with assay guide.',
  );
}

/** What others merged meanwhile is proven with it. Where nothing is pushed, an unreachable remote is in nobody's way. */
async function pullFirst(
  { outer }: PrEffectsParts,
  { main }: GatedState,
  { say }: Pick<PrContext, 'say'>,
): Promise<Refused | null> {
  const behind = (await outer?.pull(main)) ?? null;
  if (!behind || outer?.pushes) return behind;
  say(`merges onto ${main} as it is here: ${behind.reasons[0]?.message ?? ''}`);
  return null;
}

/** Null where main moved while the merge was being proven: what was measured is not what would come to be. */
async function mergeOnce(
  parts: PrEffectsParts,
  { branch, title, point }: Merge,
  state: GatedState,
  { run, signal, say }: PrContext,
): Promise<Outcome | null> {
  const { repository, store, checkout, gates } = parts;
  /** Nobody but a person can bring the two together: they get the branch, and are told what to do with it. */
  const handOver = async (
    reasons: readonly Omit<Refusal, 'next'>[],
    evidence: readonly EvidenceRef[],
  ): Promise<Outcome> => {
    const offered = await checkout.offer(point, state);
    const next = mergeHelp(repository, offered, state.main, run);
    const told = reasons.map((reason) => ({ ...reason, next }));
    return { type: 'merge', result: { ok: false, reasons: told, evidence: [...evidence], branch: offered } };
  };
  const main = await store.resolve(repository, `refs/heads/${state.main}`);
  const prepared = await store.prepareMerge(repository, main, point.commit, messageOf(branch, title));
  if (prepared.type === 'conflict') {
    const paths = prepared.conflicts.flatMap((conflict) => conflict.paths);
    const message = `${branch} conflicts with ${state.main} in ${[...new Set(paths)].join(', ')}`;
    return handOver([{ code: 'MERGE_CONFLICT', message }], []);
  }
  say('proves the merged tree');
  const verdict = await gates.proveMerged(await store.treeOf(repository, main), prepared.tree, signal);
  if (verdict.verdict === 'refused') return handOver(verdict.reasons, verdict.evidence);
  if (verdict.verdict === 'unmeasured')
    return { type: 'merge', result: { ok: false, reasons: verdict.reasons, evidence: verdict.evidence } };
  // First there, then here: what the remote does not take was never merged.
  const pushed = parts.outer?.pushes ? await parts.outer.push(prepared.sha, state.main) : 'pushed';
  if (pushed === 'moved') return null;
  if (pushed !== 'pushed')
    return { type: 'merge', result: { ok: false, reasons: pushed.reasons, evidence: verdict.evidence } };
  const moved = await store.updateBranch(repository, state.main, main, prepared.sha);
  if (moved.type === 'moved' && moved.found !== main) return null;
  if (moved.type === 'updated' || moved.type === 'unchanged') {
    const { evidence } = verdict;
    const attested = await attestMerge(parts, state, { run, merge: prepared.sha, evidence });
    const notes = [...(await checkout.leave(state)), ...attested];
    return { type: 'merge', result: { ok: true, merge: prepared.sha, evidence, notes } };
  }
  const [why, next] =
    moved.type === 'in-the-way'
      ? [moved.error.message, moved.error.next ?? 'Settle that.']
      : ['another git holds it', 'When no git runs, remove the .lock file beside the branch.'];
  return failed('MAIN_MOVED', `${state.main} could not be moved: ${why}`, `${next} Then answer with assay guide.`);
}

/** A merge that was made before a crash is found by its second parent. */
export async function mergedAlready(
  parts: PrEffectsParts,
  effect: Merge,
  state: GatedState,
  { run }: Pick<PrContext, 'run'>,
): Promise<Outcome | undefined> {
  const { repository, store, checkout } = parts;
  // It may have been pushed, and the end came before it was here.
  if (parts.outer?.pushes) await parts.outer.pull(state.main);
  const main = await store.resolve(repository, `refs/heads/${state.main}`);
  const head = (await store.commitsBetween(repository, effect.point.commit, main)).findLast(
    ({ parents }) => parents[1] === effect.point.commit,
  );
  if (!head) return undefined;
  const attested = await attestMerge(parts, state, { run, merge: head.sha, evidence: [] });
  const notes = [...(await checkout.leave(state)), ...attested];
  return { type: 'merge', result: { ok: true, merge: head.sha, evidence: [], notes } };
}

const messageOf = (branch: string, title: string): string => `Merge ${branch}: ${title}`;

const failed = (code: string, message: string, next: string): Outcome => {
  const verdict = refused('merge', [{ code, message, next }]);
  return {
    type: 'merge',
    result: { ok: false, reasons: verdict.verdict === 'refused' ? verdict.reasons : [], evidence: [] },
  };
};
