import { refused } from '#contracts/gate.ts';
import type { EffectOutcome, PrEffect } from '../effects.ts';
import type { PrContext } from '../pr-effects.ts';
import type { GatedState } from '../state.ts';
import { attestMerge } from './attest-merge.ts';
import { cameAlong, movedSince } from './came-along.ts';
import { otherMerge } from './other-merge.ts';
import type { Refused } from './pr-checkout.ts';
import type { PrEffectsParts } from './pr-effects-parts.ts';
import { mergeOutcome, proveWithMain } from './prove-with-main.ts';
import { mergeByRequest, requestMergedAlready } from './pull-request/merge-by-request.ts';

type Merge = Extract<PrEffect, { type: 'merge' }>;

/** How often main may move on while a merge with it is being proven, before a person is told. */
const MOST_ROUNDS = 5;

/**
 * Merges without touching a branch, proves the result, and only then moves main: to the very commit that was proven.
 */
export async function merge(
  parts: PrEffectsParts,
  effect: Merge,
  state: GatedState,
  context: PrContext,
): Promise<EffectOutcome> {
  if (parts.requests) return mergeByRequest(parts, parts.requests, effect, state, context);
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const behind = (await pullFirst(parts, state, context)) ?? (await otherThanProven(parts, effect, state));
    if (behind) return mergeOutcome({ ok: false, reasons: behind.reasons, evidence: [] });
    const outcome = await mergeOnce(parts, effect, state, context);
    if (outcome) return outcome;
    context.say(`${state.main} has moved: merging again`);
  }
  return failed(
    'MAIN_MOVED',
    `${state.main} moved ${MOST_ROUNDS} times while the merge with it was being proven`,
    'Let it rest for as long as the tests take, then answer with assay guide.',
  );
}

/** What others merged meanwhile is proven with it. Where nothing is pushed, an unreachable remote does not matter. */
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

/** Null where main moved while the merge was being proven: what was measured is not what would be merged. */
async function mergeOnce(
  parts: PrEffectsParts,
  effect: Merge,
  state: GatedState,
  context: PrContext,
): Promise<EffectOutcome | null> {
  const { repository, checkout } = parts;
  const proven = await proveWithMain(parts, effect, state, context);
  if ('outcome' in proven) return proven.outcome;
  const { main, merge: sha, evidence } = proven;
  // First on the remote, then here: what the remote refuses was never merged.
  const pushed = parts.outer?.pushes ? await parts.outer.push(sha, state.main) : 'pushed';
  if (pushed === 'moved') return null;
  if (pushed !== 'pushed') return mergeOutcome({ ok: false, reasons: pushed.reasons, evidence: [...evidence] });
  const moved = await repository.updateBranch(state.main, main, sha);
  if (moved.type === 'moved' && moved.found !== main) return null;
  if (moved.type === 'updated' || moved.type === 'unchanged') {
    const attested = await attestMerge(parts, state, { run: context.run, merge: sha, evidence });
    const left = [...(await checkout.leave(state)), ...attested];
    const beside = [...(await cameAlong(repository, state, main)), ...(await movedSince(repository, state, sha))];
    const notes = [...left, ...beside];
    return mergeOutcome({ ok: true, merge: sha, evidence: [...evidence], notes });
  }
  const [why, next] =
    moved.type === 'in-the-way'
      ? [moved.error.message, moved.error.next ?? 'Resolve that.']
      : ['another git holds it', 'When no git runs, remove the .lock file next to the branch.'];
  return failed('MAIN_MOVED', `${state.main} could not be moved: ${why}`, `${next} Then answer with assay guide.`);
}

async function otherThanProven(
  { repository }: PrEffectsParts,
  { branch, point }: Merge,
  { main: name }: GatedState,
): Promise<Refused | null> {
  const main = await repository.resolve(`refs/heads/${name}`);
  return otherMerge(repository, { branch, name, point: point.commit, main });
}

/** A merge made before a crash is found by its second parent. */
export async function mergedAlready(
  parts: PrEffectsParts,
  effect: Merge,
  state: GatedState,
  context: PrContext,
): Promise<EffectOutcome | undefined> {
  const { repository, checkout, requests } = parts;
  const { run } = context;
  if (requests) return requestMergedAlready(parts, requests, effect, state, context);
  // It may have been pushed, and the process ended before it was here.
  if (parts.outer?.pushes) await parts.outer.pull(state.main);
  const main = await repository.resolve(`refs/heads/${state.main}`);
  const head = (await repository.commitsBetween(effect.point.commit, main)).findLast(
    ({ parents }) => parents[1] === effect.point.commit,
  );
  if (!head) return undefined;
  const other = await otherThanProven(parts, effect, state);
  if (other) return mergeOutcome({ ok: false, reasons: other.reasons, evidence: [] });
  const attested = await attestMerge(parts, state, { run, merge: head.sha, evidence: [] });
  const notes = [...(await checkout.leave(state)), ...attested];
  return { type: 'merge', result: { ok: true, merge: head.sha, evidence: [], notes } };
}

const failed = (code: string, message: string, next: string): EffectOutcome => {
  const verdict = refused('merge', [{ code, message, next }]);
  return {
    type: 'merge',
    result: { ok: false, reasons: verdict.verdict === 'refused' ? verdict.reasons : [], evidence: [] },
  };
};
