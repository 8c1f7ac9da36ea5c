import type { HybridContext, HybridEffects } from '../hybrid-effects.ts';
import { kit, WORLD } from '../kit.ts';
import type { TddEnding } from '../ports.ts';
import { type Landing, tddResult } from '../result.ts';
import { observeRun } from '../witness.ts';
import { siteContext } from './context.ts';

export const endNodes = (effects: HybridEffects) => ({
  witness: kit.observer('witness', {
    watches: ['types', 'typesFix', 'tests', 'impl', 'fix', 'explain', 'strengthen'],
    run: observeRun,
  }),

  exit: kit.logic('exit', {
    ...WORLD,
    to: [],
    run: async (ending, ctx) => {
      const context = siteContext(ctx);
      const landing = await land(effects, ending, context);
      const account = await effects.account(ctx.run);
      await effects.cleanUp(ctx.run, ending.advised);
      return ctx.exit(tddResult(ending, landing, account, ctx.notes));
    },
  }),
});

/** Main moves only on success; work that did not land is kept where it can be found. */
async function land(effects: HybridEffects, ending: TddEnding, context: HybridContext): Promise<Landing> {
  const { job, stop, merged } = ending;
  if (!job || !merged) return { landed: null, kept: null, stop };
  if (stop) return { landed: null, kept: await effects.keep(merged, context), stop };
  const landed = await effects.land(job, merged, context);
  if (landed.ok) for (const note of await effects.attest(ending, context)) context.say(note);
  if (landed.ok) return { landed: merged.commit, kept: null, stop: null };
  return { landed: null, kept: await effects.keep(merged, context), stop: landed.stop };
}
