import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type AgentCompletion, AgentEvent, type AgentTask, type AttemptEnv, type Backend } from '#contracts/agent.ts';
import type { Clock } from '#contracts/clock.ts';
import { runProcess } from '#host/run-process.ts';
import { scrubEnv } from '#host/scrub-env.ts';
import { type Sim, startSim } from '#sim/server.ts';
import type { Scenario } from '#sim/types.ts';
import { ALLOW } from './permits.ts';
import { MARK } from './scripts.ts';
import type { BackendSubject } from './subject.ts';

export const CLAIM = {
  type: 'object',
  properties: { done: { type: 'boolean' } },
  required: ['done'],
  additionalProperties: false,
};

let tasks = 0;
export const taskOf = (more: Partial<AgentTask> = {}): AgentTask => {
  tasks += 1;
  return {
    id: `run/build#1/${tasks}`,
    agent: 'builder',
    system: 'You build.',
    prompt: `Build it. (${MARK} ${tasks})`,
    claim: CLAIM,
    limits: {},
    ...more,
  };
};

export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-agent-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An environment on this machine, without a sandbox: enough for a test. */
export const placeOf = (more: Partial<AttemptEnv> = {}): AttemptEnv => {
  const folder = more.folder ?? tempFolder();
  return { folder, tools: [], permit: ALLOW, exec: execIn(folder), ...more };
};

const execIn =
  (folder: string): NonNullable<AttemptEnv['exec']> =>
  async ({ program, args = [], cwd = '.', timeoutMs }, signal) =>
    runProcess({ program, args, cwd: join(folder, cwd), env: scrubEnv(process.env), timeoutMs, signal, graceMs: 100 });

export interface AttemptRig {
  readonly sim: Sim;
  readonly backend: Backend;
  /** Runs an attempt to its end; every event is checked against its schema on the way. */
  attempt(task?: AgentTask, place?: AttemptEnv, options?: Watch): Promise<Attempted>;
}

export interface Watch {
  readonly signal?: AbortSignal;
  readonly see?: (event: AgentEvent) => void;
}

export interface Attempted {
  readonly events: readonly AgentEvent[];
  readonly complete: AgentCompletion;
  of<T extends AgentEvent['type']>(type: T): Extract<AgentEvent, { type: T }>[];
}

/** The clock is the simulator's. */
export async function benchFor(subject: BackendSubject, script: Scenario, clock?: Clock): Promise<AttemptRig> {
  const sim = await startSim({ scenario: script, ...(clock === undefined ? {} : { clock }) });
  onTestFinished(() => sim.close());
  const backend = await subject.open(sim, { transcripts: tempFolder() });
  return {
    sim,
    backend,
    attempt: (task = taskOf(), place = placeOf(), options = {}) => attemptOf(backend, task, place, options),
  };
}

export async function attemptOf(
  backend: Backend,
  task: AgentTask,
  place: AttemptEnv,
  { signal = new AbortController().signal, see = () => {} }: Watch,
): Promise<Attempted> {
  const events: AgentEvent[] = [];
  for await (const event of backend.attempt(task, place, signal)) {
    events.push(AgentEvent.parse(event));
    see(event);
  }
  const complete = events.at(-1);
  if (complete?.type !== 'complete') throw new Error(`the attempt ended with ${complete?.type ?? 'nothing'}`);
  const isOf =
    <T extends AgentEvent['type']>(type: T) =>
    (event: AgentEvent): event is Extract<AgentEvent, { type: T }> =>
      event.type === type;
  return { events, complete, of: (type) => events.filter(isOf(type)) };
}
