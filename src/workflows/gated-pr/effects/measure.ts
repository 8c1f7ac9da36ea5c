import { type Refusal, refused } from '#contracts/gate.ts';
import type { KeptTest } from '#gates/test-lock.ts';
import type { Effect, Outcome } from '../effects.ts';
import { planProblems } from '../plan-protection.ts';
import type { PrContext } from '../pr-effects.ts';
import type { GatedState } from '../state.ts';
import type { PrEffectsParts } from './pr-effects-parts.ts';

type Measure = Extract<Effect, { type: 'measure' }>;

/** Takes the tree as it is and has the step proven on it, unless its verdict is known. */
export async function measure(
  { checkout, gates }: Pick<PrEffectsParts, 'checkout' | 'gates'>,
  effect: Measure,
  state: GatedState,
  { signal, say }: PrContext,
): Promise<Outcome> {
  const { tree, problems } = await checkout.snapshot(state);
  const [first, ...rest] = problems;
  if (first) {
    const output = problems.map(({ message }) => message).join('\n');
    const verdict = refused('checkout', [first, ...rest]);
    return { type: 'measure', tree, measured: { verdict, failed: false, lock: null, run: null, output } };
  }
  if (effect.known.includes(tree)) return { type: 'measure', tree, measured: null };
  if (!state.base) throw new Error('a step is measured on a branch');
  const { preflight, mayChange } = await gates.settings(state.base.tree);
  const base = state.base.tree;
  const unfit = [
    ...planProblems(state.plan, await gates.read(base, state.plan), await gates.read(tree, state.plan)),
    ...(await gates.lost(base, tree, effect.original, 'as-written')).map(notRecreated),
  ];
  if (unfit[0]) {
    const verdict = refused('plan', [unfit[0], ...unfit.slice(1)]);
    const output = unfit.map(({ message }) => message).join('\n');
    return { type: 'measure', tree, measured: { verdict, failed: false, lock: null, run: null, output } };
  }
  say(`proves ${effect.proof} on ${tree.slice(0, 12)}`);
  const proof = await gates.prove(
    effect.proof,
    {
      base,
      accepted: effect.accepted,
      tree,
      testCommand: effect.submission.test_command ?? null,
      lock: effect.lock,
      acceptedRun: effect.acceptedRun,
      preflight,
      mayChange,
    },
    signal,
  );
  return { type: 'measure', tree, measured: proof };
}

/** The goal of a task that was cut smaller is its tests, not what somebody calls them. */
const notRecreated = ({ id, file }: KeptTest): Refusal => ({
  code: 'RED_NOT_RECREATED',
  message: `${id} is not there as it was when the task was cut smaller`,
  next: 'Write it again word by word: the briefing shows it. Where it asks for the wrong thing, a person says so.',
  file,
});
