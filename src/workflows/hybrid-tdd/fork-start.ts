import { z } from 'zod';
import { Sha } from '#contracts/workspace.ts';

const Committed = z.object({ commit: Sha });
const Pointed = z.object({ point: Committed });
const Placed = z.object({ place: z.string() });
/** Done: a side, a fix, or the state at a point. */
const Done = z.union([Committed.transform(({ commit }) => commit), Pointed.transform(({ point }) => point.commit)]);
/** Begun: a blind task on its skeleton, or a design on the last one or on main. */
const Begun = z.union([
  z.object({ skeleton: Pointed }).transform(({ skeleton }) => skeleton.point.commit),
  z.object({ last: Pointed }).transform(({ last }) => last.point.commit),
  z.object({ job: z.object({ base: Committed }) }).transform(({ job }) => job.base.commit),
]);

/**
 * The commit of each workspace of a run, from the inputs of its nodes, oldest first. A fork begins there: what an agent
 * had written and no node had taken is not part of it.
 */
export function commitsOfWorkspaces(payloads: Iterable<unknown>): Map<string, Sha> {
  const begun = new Map<string, Sha>();
  const done = new Map<string, Sha>();
  for (const payload of payloads) {
    const held = [...objectsIn(payload)];
    // A fix names only its own commit; for a workspace that continued after it, the rest of the same payload has the
    // commit.
    const fixes = held.filter((each) => !('tree' in each || 'point' in each));
    for (const each of [...fixes, ...held.filter((other) => !fixes.includes(other))]) {
      const place = Placed.safeParse(each).data?.place;
      if (place === undefined) continue;
      const made = Done.safeParse(each).data;
      const from = Begun.safeParse(each).data;
      if (made) done.set(place, made);
      else if (from) begun.set(place, from);
    }
  }
  return new Map([...begun, ...done]);
}

function* objectsIn(value: unknown): Generator<object> {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) yield value;
  for (const each of Object.values(value)) yield* objectsIn(each);
}
