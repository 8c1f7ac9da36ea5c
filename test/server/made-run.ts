import { ActivationId, GraphHash, RunId, ScopeId, Seq, SessionId } from '#contracts/ids.ts';
import type { Json } from '#contracts/json.ts';
import { type NewEvent, newEvent } from '#contracts/run-events.ts';
import type { Budget } from '#contracts/usage.ts';
import type { Runs } from '#engine/runs.ts';

export interface Made {
  readonly id: string;
  readonly title?: string;
  readonly input?: Json;
  readonly graph?: string;
  readonly session?: string;
  readonly events?: readonly NewEvent[];
  readonly budget?: Budget;
}

/** A run made by hand, of a graph that this Assay does not have, without a driver. */
export async function makeRun(runs: Runs, made: Made): Promise<RunId> {
  const run = RunId.parse(made.id);
  const created = newEvent('run.created', {
    run,
    session: SessionId.parse(made.session ?? made.id),
    title: made.title ?? made.id,
    graph: { name: made.graph ?? 'made', version: 1, hash: GraphHash.parse('0123456789abcdef') },
    input: { inline: made.input ?? null },
    lane: 'normal',
    budget: made.budget ?? {},
    simulated: false,
  });
  const lease = await runs.store.create(run, [created], runs.clock.now(), runs.worker, 60_000);
  const { events = [] } = made;
  const size = 500;
  for (let done = 0; done < events.length; done += size) {
    const batch = events.slice(done, done + size);
    await runs.store.append(lease, Seq.parse(1 + done), batch, runs.clock.now());
  }
  await runs.store.release(lease);
  return run;
}

export const act = (id: string) => ActivationId.parse(id);

export const scheduled = (id: string, input: Json = null): NewEvent =>
  newEvent('node.scheduled', {
    act: act(id),
    node: id.replace(/#\d+$/, ''),
    kind: 'logic',
    byAgent: false,
    scope: ScopeId.parse(''),
    input: { inline: input },
    by: null,
    blocked: false,
  });

export const started = (id: string): NewEvent => newEvent('node.started', { act: act(id), attempt: 1 });

export const completed = (id: string, result: Json, usd = 0): NewEvent =>
  newEvent('node.completed', {
    act: act(id),
    attempt: 1,
    usage: { tokens: usd > 0 ? 10 : 0, usd },
    ms: 1,
    outcome: 'end',
    to: [],
    result: { inline: result },
  });

/** Something small that happened many times. */
export const effects = (count: number): NewEvent[] =>
  Array.from({ length: count }, (_, index) => newEvent('effect.intended', { act: act('work#1'), key: `k${index}` }));
