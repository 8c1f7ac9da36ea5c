import type { TestsClaim } from '../claims.ts';
import type { HybridContext, HybridEffects } from '../hybrid-effects.ts';
import type { Skeletal } from '../ports.ts';

/** The work of the tests side, committed if it changed only its file. */
export async function takeTests(
  effects: HybridEffects,
  claim: TestsClaim,
  task: Pick<Skeletal, 'job' | 'skeleton'> & { readonly place: string; readonly attempt: number },
  context: HybridContext,
) {
  const { job, skeleton, place, attempt } = task;
  const properties = claim.tests.filter(({ kind }) => kind === 'property').map(({ name }) => name);
  const taken = await effects.take(
    {
      ...{ side: 'tests', spec: job.spec, place, from: skeleton.point, brief: claim.brief, claimed: [], wanted: [] },
      summary: `Tests: ${claim.tests.length}\nProperties: ${properties.join(', ')}`,
    },
    context,
  );
  if (!taken.ok) return taken;
  return { ok: true as const, tests: { place, attempt, ...taken.point, claim } };
}
