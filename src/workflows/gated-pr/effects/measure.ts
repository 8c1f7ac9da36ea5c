import { CONFIG_PATH } from '#contracts/config.ts';
import { correctedNote } from '#contracts/corrected-note.ts';
import { type Refusal, refused } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { KeptTest } from '#gates/test-lock.ts';
import type { EffectOutcome, PrEffect } from '../effects.ts';
import { planProblems } from '../plan-protection.ts';
import type { PrContext } from '../pr-effects.ts';
import type { GatedState } from '../state.ts';
import { correctedConfig } from './corrected-config.ts';
import type { PrEffectsParts } from './pr-effects-parts.ts';

type Measure = Extract<PrEffect, { type: 'measure' }>;

/** Takes the current tree and proves the step on it, unless its verdict is known. */
export async function measure(
  parts: Pick<PrEffectsParts, 'checkout' | 'gates' | 'repository'>,
  effect: Measure,
  state: GatedState,
  { signal, say }: PrContext,
): Promise<EffectOutcome> {
  const { checkout, gates } = parts;
  const { tree, problems } = await checkout.snapshot(state);
  const [first, ...rest] = problems;
  if (first) {
    const output = problems.map(({ message }) => message).join('\n');
    const verdict = refused('checkout', [first, ...rest]);
    return { type: 'measure', tree, measured: { verdict, failed: false, lock: null, run: null, output } };
  }
  if (!state.base) throw new Error('a step is measured on a branch');
  const corrected = await correctedConfig(parts, state);
  // A tree refused under a configuration that has been corrected since is measured again.
  if (!corrected && effect.known.includes(tree)) return { type: 'measure', tree, measured: null };
  await using _checkouts = corrected ? null : gates.prepare(effect.proof, tree);
  const under = corrected?.on ?? (async (each: TreeHash) => each);
  const base = await under(state.base.tree);
  const { preflight, mayChange, steps } = await gates.settings(base);
  const unfit = [
    ...planProblems(state.plan, await gates.read(base, state.plan), await gates.read(tree, state.plan)),
    ...(await gates.lost(base, tree, effect.original, 'as-written')).map(notRecreated),
  ];
  if (unfit[0]) {
    const verdict = refused('plan', [unfit[0], ...unfit.slice(1)]);
    const output = unfit.map(({ message }) => message).join('\n');
    return { type: 'measure', tree, measured: { verdict, failed: false, lock: null, run: null, output } };
  }
  const note = corrected && correctedNote(CONFIG_PATH, state.main, corrected.commit);
  if (note) say(note);
  say(`proves ${effect.proof} on ${tree.slice(0, 12)}`);
  const proof = await gates.prove(
    effect.proof,
    {
      base,
      accepted: await under(effect.accepted),
      tree: await under(tree),
      testCommand: effect.submission.test_command ?? null,
      lock: effect.lock,
      acceptedRun: effect.acceptedRun,
      preflight,
      mayChange,
    },
    signal,
    steps,
  );
  if (!note) return { type: 'measure', tree, measured: proof };
  const output = [note, proof.output].filter(Boolean).join('\n');
  return { type: 'measure', tree, measured: { ...proof, output } };
}

/** All tests of the tree that a step was accepted with, checked the same way as the step was. */
export async function proveRest(
  parts: Pick<PrEffectsParts, 'gates' | 'repository'>,
  { tree, rest }: Extract<PrEffect, { type: 'prove-rest' }>,
  state: GatedState,
  { signal, say }: PrContext,
): Promise<EffectOutcome> {
  if (!state.base) throw new Error('a step is measured on a branch');
  const under = (await correctedConfig(parts, state))?.on ?? (async (each: TreeHash) => each);
  const base = await under(state.base.tree);
  const { preflight, mayChange } = await parts.gates.settings(base);
  say(`proves ${rest.proof} on ${tree.slice(0, 12)} with all tests`);
  const { verdict, run, output } = await parts.gates.prove(
    rest.proof,
    {
      ...{ base, accepted: await under(rest.accepted), tree: await under(tree), testCommand: null },
      ...{ lock: rest.lock, acceptedRun: rest.acceptedRun, preflight, mayChange },
    },
    signal,
  );
  return { type: 'prove-rest', verdict, run, output };
}

/** The goal of a split task is its tests, not a name for them. */
const notRecreated = ({ id, file }: KeptTest): Refusal => ({
  code: 'RED_NOT_RECREATED',
  message: `${id} is not the same as when the task was split`,
  next: 'Write it again word for word: the briefing shows it. If it asks for the wrong thing, a person must say so.',
  file,
});
