import type { Crew } from '#contracts/agent.ts';

/**
 * A crew whose costs can be asked for while the node that paid them still commits. Kept in memory only: an attempt and
 * the commit of its work are one activation, so a crash loses both together; the log has the rest.
 */
export function watchCosts(crew: Crew): { readonly crew: Crew; costOf(run: string, act: string): number } {
  const spent = new Map<string, number>();
  return {
    crew: async function* (task, signal, allowance) {
      for await (const event of crew(task, signal, allowance)) {
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
