import type { AttemptRunner } from '#contracts/agent.ts';

/**
 * A attempt runner whose costs can be asked for while the node that paid them still commits. Kept in memory only: an attempt and
 * the commit of its work are one activation, so a crash loses both together; the log has the rest.
 */
export function watchCosts(attemptRunner: AttemptRunner): {
  readonly attemptRunner: AttemptRunner;
  costOf(run: string, act: string): number;
} {
  const spent = new Map<string, number>();
  return {
    attemptRunner: async function* (task, signal, allowance) {
      for await (const event of attemptRunner(task, signal, allowance)) {
        if (event.type === 'complete') {
          const key = task.id.slice(0, task.id.lastIndexOf('/'));
          spent.set(key, (spent.get(key) ?? 0) + (event.usage.usd ?? 0));
        }
        yield event;
      }
    },
    costOf: (run, act) => spent.get(`${run}/${act}`) ?? 0,
  };
}
