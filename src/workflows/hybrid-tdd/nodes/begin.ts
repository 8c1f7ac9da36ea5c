import { workspaceName } from '#contracts/run-workspaces.ts';
import { NOTHING_LEARNED } from '../decide/understanding.ts';
import type { HybridEffects } from '../hybrid-effects.ts';
import { kit, WORLD } from '../kit.ts';
import type { Designing } from '../ports.ts';
import { siteContext } from './context.ts';

/** No cost arises before main was found to be measurable. */
export const beginNode = (effects: HybridEffects) =>
  kit.logic('begin', {
    ...WORLD,
    to: ['types', 'exit'],
    run: async ({ spec, mode, main }, ctx) => {
      const context = siteContext(ctx);
      const prepared = await effects.prepare(spec, main, context);
      if (!prepared.ok) {
        const nothing = {
          design: null,
          adversary: null,
          verification: null,
          mutation: null,
          merged: null,
          advised: null,
          failures: [],
        };
        return ctx.goto('exit', { ...nothing, job: null, spec, stop: prepared.stop, understanding: NOTHING_LEARNED });
      }
      const { base } = prepared;
      const place = workspaceName(ctx.run, 'types', 1);
      await effects.place(place, base, false, context);
      const job = { spec, mode, main, base };
      const first: Designing = { job, place, round: 1, last: null, holes: [], feedback: null, priorFixes: [] };
      return ctx.goto('types', first);
    },
  });
