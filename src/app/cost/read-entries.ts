import { readTranscript, transcriptPath } from '#attempts/transcripts/transcripts.ts';
import { type AgentCompletion, type AgentUsage, toUsage } from '#contracts/agent.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import type { Usage } from '#contracts/usage.ts';
import type { Runs } from '#engine/runs.ts';
import type { CostEntry } from './account.ts';

export interface CostsRead {
  readonly entries: readonly CostEntry[];
  /** Runs with a scripted model, which cost nothing. */
  readonly simulated: number;
}

/** The usage of every attempt since then: from the log, itemised by its transcript if there is one. */
export async function readCosts(
  runs: Pick<Runs, 'store' | 'home'>,
  { since, simulated = false }: { readonly since: number; readonly simulated?: boolean },
): Promise<CostsRead> {
  const recent = (await runs.store.list()).filter(({ updatedAt }) => updatedAt >= since);
  const entries: CostEntry[] = [];
  for (const run of recent) {
    if (simulated || !run.simulated) entries.push(...(await entriesOf(runs, run)));
  }
  return {
    entries: entries.filter(({ at }) => at >= since),
    simulated: recent.filter((run) => run.simulated).length,
  };
}

interface Ended {
  readonly at: number;
  readonly act: string;
  readonly attempt: number;
  /** Null where it was interrupted and the log of an earlier version does not have it. */
  readonly usage: Usage | null;
  readonly cutOff: boolean;
}

async function entriesOf({ store, home }: Pick<Runs, 'store' | 'home'>, run: ListedRun): Promise<CostEntry[]> {
  const ended: Ended[] = [];
  const started = new Map<string, number>();
  for await (const { at, type, data } of store.read(run.run)) {
    if (type === 'node.started') started.set(data.act, data.attempt);
    if (type === 'node.interrupted') ended.push({ at, ...data, usage: data.usage ?? null, cutOff: true });
    if (type === 'node.cancelled' && data.usage) {
      ended.push({ at, act: data.act, attempt: started.get(data.act) ?? 1, usage: data.usage, cutOff: true });
    }
    if (type !== 'node.completed' && type !== 'node.failed' && type !== 'node.asked') continue;
    ended.push({ at, ...data, cutOff: false });
  }
  const entries = ended.map(async (each): Promise<CostEntry[]> => {
    const told = await toldBy(transcriptPath(home, run.run, each.act, each.attempt));
    const entry = entryOf(run, each, told);
    return entry === null ? [] : [entry];
  });
  return (await Promise.all(entries)).flat();
}

interface Told {
  readonly usage: AgentUsage;
  readonly by: AgentCompletion['by'];
}

/** The last usage in a transcript. */
async function toldBy(path: string): Promise<Told | null> {
  for (const { event } of (await readTranscript(path)).toReversed()) {
    if (event.type === 'complete') return { usage: event.usage, by: event.by };
    if (event.type === 'usage') return { usage: event.usage, by: undefined };
  }
  return null;
}

function entryOf(run: ListedRun, { at, usage: logged, cutOff }: Ended, told: Told | null): CostEntry | null {
  const usage = logged ?? (told && toUsage(told.usage));
  if (usage === null) return null;
  // Nodes without an agent use nothing. An agent that did not report usage has a transcript that says so.
  if (usage.tokens === 0 && usage.usd === 0 && told?.usage.usd !== null) return null;
  const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0 } = told?.usage ?? {};
  // A node may have made several attempts, of which the transcript has the last: then only the log's sum is right.
  const fits = told !== null && toUsage(told.usage).tokens === usage.tokens;
  return {
    at,
    run: run.run,
    title: run.title,
    session: run.session,
    agent: told?.by?.agent ?? null,
    model: told?.by?.model ?? null,
    tokens: usage.tokens,
    parts: fits ? { input: input + cacheWrite, output, cached: cacheRead } : null,
    usd: usdOf(run, usage, fits ? told : null),
    interrupted: cutOff,
  };
}

/** Logs of earlier versions count an unknown price as zero; the transcript has the truth. A zero is not believed. */
function usdOf({ simulated }: ListedRun, { usd }: Usage, told: Told | null): number | null {
  if (told) return told.usage.usd;
  return usd !== 0 || simulated ? usd : null;
}
