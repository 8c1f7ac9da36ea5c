import { refused } from '#contracts/gate.ts';
import type { Effect, Outcome } from '../effects.ts';
import type { SiteContext } from '../site.ts';
import type { GatedState } from '../state.ts';
import type { SiteParts } from './site-parts.ts';

type Measure = Extract<Effect, { type: 'measure' }>;

/** Takes the tree as it is and has the step proven on it, unless its verdict is known. */
export async function measure(
  { ground, gates }: Pick<SiteParts, 'ground' | 'gates'>,
  effect: Measure,
  state: GatedState,
  { signal, say }: SiteContext,
): Promise<Outcome> {
  const { tree, problems } = await ground.snapshot(state);
  const [first, ...rest] = problems;
  if (first) {
    const output = problems.map(({ message }) => message).join('\n');
    const verdict = refused('checkout', [first, ...rest]);
    return { type: 'measure', tree, measured: { verdict, failed: false, lock: null, run: null, output } };
  }
  if (effect.known.includes(tree)) return { type: 'measure', tree, measured: null };
  if (!state.base) throw new Error('a step is measured on a branch');
  const { preflight, mayChange } = await gates.settings(state.base.tree);
  say(`proves ${effect.proof} on ${tree.slice(0, 12)}`);
  const proof = await gates.prove(
    effect.proof,
    {
      base: state.base.tree,
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
