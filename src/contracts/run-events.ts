import { z } from 'zod';
import { Instructed } from './agent.ts';
import { ErrorInfo } from './errors.ts';
import { defineEvent, type EventDefinition, type RawEvent, type Recorded, readEvent } from './event.ts';
import { ActivationId, GraphHash, RunId, ScopeId, Seq, SessionId, TreeHash, WorkerId } from './ids.ts';
import { Json } from './json.ts';
import { Payload } from './payload.ts';
import { Lane } from './scheduling.ts';
import { Budget, Reserve, Usage } from './usage.ts';

export const NODE_KINDS = ['agent', 'logic', 'join', 'advisory', 'observer', 'graph'] as const;
export const NodeKind = z.enum(NODE_KINDS);
export type NodeKind = z.infer<typeof NodeKind>;

export const GraphRef = z.object({ name: z.string(), version: z.number().int(), hash: GraphHash });
export type GraphRef = z.infer<typeof GraphRef>;

export const Ending = z.discriminatedUnion('status', [
  z.object({ status: z.literal('completed'), output: Payload }),
  z.object({ status: z.literal('failed'), error: ErrorInfo }),
  z.object({ status: z.literal('cancelled'), why: z.string() }),
]);
export type Ending = z.infer<typeof Ending>;

const attempted = { act: ActivationId, attempt: z.number().int().positive() };
const measured = { usage: Usage, ms: z.number().nonnegative() };

/** Every event a run's log may hold. The fold needs nothing else: decisions are recorded, not derived again. */
const definitions = [
  // The run as a whole
  defineEvent(
    'run.created',
    1,
    z.object({
      run: RunId,
      session: SessionId,
      title: z.string(),
      graph: GraphRef,
      input: Payload,
      lane: Lane,
      budget: Budget,
      /** True where a scripted model answers; every screen says so. */
      simulated: z.boolean(),
    }),
  ),
  defineEvent('run.forked', 1, z.object({ run: RunId, from: RunId, seq: Seq })),
  defineEvent('driver.attached', 1, z.object({ worker: WorkerId })),
  defineEvent('graph.adopted', 1, z.object({ from: GraphRef, to: GraphRef, by: z.string() })),
  defineEvent('run.paused', 1, z.object({ reason: z.enum(['budget', 'person']), detail: z.string() })),
  defineEvent('run.resumed', 1, z.object({ by: z.string() })),
  defineEvent('budget.raised', 1, z.object({ budget: Budget, by: z.string() })),
  defineEvent('run.draining', 1, z.object({ ending: Ending })),
  defineEvent('run.ended', 1, z.object({ ending: Ending })),

  /** The log was repaired by hand: what was wrong, from which event on, and how many events were lost. */
  defineEvent('log.repaired', 1, z.object({ seq: Seq, why: z.string(), lost: z.number().int(), by: z.string() })),

  // Nodes
  defineEvent(
    'node.scheduled',
    1,
    z.object({
      act: ActivationId,
      node: z.string(),
      kind: NodeKind,
      byAgent: z.boolean(),
      scope: ScopeId,
      input: Payload,
      by: ActivationId.nullable(),
      /** A task added while running: its own name, and the names it waits for. */
      name: z.string().optional(),
      after: z.array(z.string()).optional(),
      /** Some of the tasks it waits for are not done yet. */
      blocked: z.boolean(),
    }),
  ),
  defineEvent('node.unblocked', 1, z.object({ act: ActivationId })),
  /** `reserved`: the part of the run's budget that this attempt may use. */
  defineEvent('node.started', 1, z.object({ ...attempted, reserved: Reserve.optional() })),
  /** More was reserved for a running attempt: its new total. */
  defineEvent('node.reserved', 1, z.object({ ...attempted, reserved: Reserve })),
  /** Which of the repository's own rules its agent was told: by hash, at the commit that the run began with. */
  defineEvent('node.instructed', 1, z.object({ ...attempted, instructed: Instructed })),
  /** What a running attempt has used so far, so that a crash does not lose its cost. */
  defineEvent('node.used', 1, z.object({ ...attempted, usage: Usage })),
  defineEvent(
    'node.completed',
    1,
    z.object({
      ...attempted,
      ...measured,
      outcome: z.enum(['goto', 'fork', 'end', 'exit', 'note']),
      to: z.array(z.string()),
      /** The result of the node: an exit's output, a named task's result, an advisory's note. */
      result: Payload.optional(),
      /** The workspace's tree after this node, where it changed files; a fork of the run starts from there. */
      tree: TreeHash.optional(),
    }),
  ),
  defineEvent('node.asked', 1, z.object({ ...attempted, ...measured, signal: z.string(), question: Payload })),
  defineEvent(
    'node.failed',
    1,
    z.object({
      ...attempted,
      ...measured,
      error: ErrorInfo,
      next: z.discriminatedUnion('do', [
        z.object({ do: z.literal('retry'), at: z.number() }),
        z.object({ do: z.literal('ask') }),
        z.object({ do: z.literal('end') }),
      ]),
    }),
  ),
  defineEvent(
    'node.interrupted',
    1,
    z.object({ ...attempted, why: z.enum(['crash', 'stop', 'budget']), usage: Usage.optional() }),
  ),
  defineEvent(
    'node.cancelled',
    1,
    z.object({
      act: ActivationId,
      was: z.enum(['blocked', 'scheduled', 'running', 'asking', 'inside']),
      why: z.string(),
      usage: Usage.optional(),
    }),
  ),

  // Scopes and joins
  defineEvent(
    'scope.opened',
    1,
    z.object({
      scope: ScopeId,
      parent: ScopeId,
      by: ActivationId,
      kind: z.enum(['fork', 'graph']),
      /** The join that receives what arrived once nothing in the scope is alive. */
      collect: z.string().nullable(),
    }),
  ),
  defineEvent('scope.closed', 1, z.object({ scope: ScopeId })),
  defineEvent(
    'join.arrived',
    1,
    z.object({ join: z.string(), scope: ScopeId, slot: z.string().nullable(), from: ActivationId, payload: Payload }),
  ),
  defineEvent('graph.entered', 1, z.object({ ...attempted })),
  defineEvent('graph.exited', 1, z.object({ act: ActivationId, output: Payload })),
  defineEvent('graph.failed', 1, z.object({ act: ActivationId, error: ErrorInfo, next: z.enum(['ask', 'end']) })),

  // Effects inside a node, and what people send
  defineEvent('effect.intended', 1, z.object({ act: ActivationId, key: z.string() })),
  defineEvent('effect.done', 1, z.object({ act: ActivationId, key: z.string(), result: Payload })),
  defineEvent('mail.refused', 1, z.object({ mail: Json, error: ErrorInfo, by: z.string() })),
  defineEvent(
    'signal.received',
    1,
    z.object({
      signal: z.string(),
      /** The activation it answers; null where no activation has asked. */
      act: ActivationId.nullable(),
      payload: Payload,
      by: z.string(),
      /** It arrived before the question, and is taken from those waiting. */
      early: z.boolean(),
    }),
  ),
] as const;

type Definition = (typeof definitions)[number];
export type RunEventType = Definition['type'];
export type RunEventData<T extends RunEventType> = z.infer<Extract<Definition, { type: T }>['data']>;

/** Discriminated on `type`. */
export type RunEvent = { [T in RunEventType]: Recorded<T, RunEventData<T>> }[RunEventType];

/** An event that has happened but has no position in a log yet. */
export type NewEvent = { [T in RunEventType]: { readonly type: T; readonly data: RunEventData<T> } }[RunEventType];

export const RUN_EVENTS: ReadonlyMap<string, EventDefinition<string, z.ZodType>> = new Map(
  definitions.map((definition) => [definition.type, definition]),
);

export function newEvent<T extends RunEventType>(type: T, data: RunEventData<T>): NewEvent {
  // The signature ensures that the pair is right; the compiler cannot follow it through the mapped union.
  return { type, data } as NewEvent;
}

export function currentVersion(type: RunEventType): number {
  return RUN_EVENTS.get(type)?.v ?? 1;
}

export function readRunEvent(raw: RawEvent): RunEvent {
  // readEvent has parsed `data` with the definition of `type`, which is what RunEvent says.
  return readEvent(RUN_EVENTS, raw) as RunEvent;
}
