import type { AttemptRunner } from '#contracts/agent.ts';

/**
 * An attempt runner whose costs can be queried while the node that paid them still commits. Kept only in memory: an
 * attempt and the commit of its work are one activation, so a crash loses both together; the log has the rest.
 */
export function watchCosts(attemptRunner: AttemptRunner): {
  readonly attemptRunner: AttemptRunner;
  /** Null where the cost of an attempt is unknown. */
  costOf(run: string, act: string): number | null;
} {
  const spent = new Map<string, number | null>();
  return {
    attemptRunner: async function* (task, signal, allowance) {
      for await (const event of attemptRunner(task, signal, allowance)) {
        if (event.type === 'complete') {
          const key = task.of ? `${task.of.run}/${task.of.act}` : task.id;
          const before = spent.get(key);
          const { usd } = event.usage;
          spent.set(key, before === null || usd === null ? null : (before ?? 0) + usd);
        }
        yield event;
      }
    },
    costOf: (run, act) => {
      const known = spent.get(`${run}/${act}`);
      return known === undefined ? 0 : known;
    },
  };
}
