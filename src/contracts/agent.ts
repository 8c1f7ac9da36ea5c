import { z } from 'zod';
import { AttemptOf } from './attempt-id.ts';
import { ErrorInfo } from './errors.ts';
import type { Command, ExecResult, RunningProcess } from './exec.ts';
import { BlobHash } from './ids.ts';
import { Json } from './json.ts';
import { ModelImage, Thinking } from './model.ts';
import { PermissionAnswer, PermissionRequest, type Permit } from './permission.ts';
import type { Mount } from './sandbox.ts';
import type { Tool } from './tool.ts';
import type { Usage } from './usage.ts';

/** What one attempt may use. A limit that is reached ends the attempt with what it cost so far. */
export const AgentLimits = z.object({
  /** Model calls. */
  turns: z.number().int().positive().optional(),
  tokens: z.number().positive().optional(),
  usd: z.number().positive().optional(),
  seconds: z.number().positive().optional(),
});
export type AgentLimits = z.infer<typeof AgentLimits>;

/** When the conversation is made shorter: a share of the model's window (up to 1), or a number of tokens. */
export const CompactAt = z.union([z.number().gt(0).max(1), z.number().int().min(1_000)]);

/** Paths from the top of the repository. */
export const Focus = z.object({ files: z.array(z.string()), blindTo: z.array(z.string()).default([]) });
export type Focus = z.input<typeof Focus>;

/**
 * What of the repository's own rules an agent was told, and what was kept from it. `hash` is the SHA-256 of the file;
 * `commit` is empty where it was told what lies in a folder.
 */
export const Instructed = z.object({
  commit: z.string(),
  files: z.array(z.object({ path: z.string(), hash: z.string() })),
  withheld: z.array(z.object({ path: z.string(), why: z.string() })),
});
export type Instructed = z.infer<typeof Instructed>;

/** One bounded try of an agent at one task. Plain data: it may travel. */
export const AgentTask = z.object({
  /** Unique per attempt; providers that take one get it as the idempotency key. */
  id: z.string(),
  /** The attempt it is; left out where a task belongs to no run. */
  of: AttemptOf.optional(),
  agent: z.string(),
  system: z.string(),
  prompt: z.string(),
  /** What a person shows with the prompt; our own loop hands them to a model that sees. */
  images: z.array(ModelImage).optional(),
  /** JSON Schema of the claim; null where plain text is the answer. */
  claim: Json,
  /** `PROVIDER:NAME`; the backend's own where it is left out. */
  model: z.string().optional(),
  limits: AgentLimits,
  /** How hard its model thinks; the model's own where it is left out. */
  thinking: Thinking.optional(),
  /** A budget in money is kept over all attempts together: one whose cost nobody can tell is not begun. */
  costMustBeKnown: z.boolean().optional(),
  /** The backend's own where it is left out. Programs with a loop of their own keep to theirs. */
  compactAt: CompactAt.optional(),
  /** Where it works: the name of a workspace, or of whatever place its attempt runner knows. */
  place: z.string().optional(),
  /** Which files the task is about: the rules of their folders hold for it. Of those it is blind to it is told nothing. */
  focus: Focus.optional(),
  /** From an earlier attempt's `complete`, to go on with its conversation. Checked before it is used. */
  resume: z.string().optional(),
  /** What was said before, in words: stands before the prompt where there is no conversation to go on with. */
  history: z.string().optional(),
});
export type AgentTask = z.infer<typeof AgentTask>;

/** Of an attempt so far, or of all of it. `usd` is null where the price of the model is not known. */
export const AgentUsage = z.object({
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  cacheRead: z.number().nonnegative(),
  cacheWrite: z.number().nonnegative(),
  usd: z.number().nonnegative().nullable(),
  turns: z.number().int().nonnegative(),
});
export type AgentUsage = z.infer<typeof AgentUsage>;

export const NO_AGENT_USAGE: AgentUsage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, usd: 0, turns: 0 };

export const AgentResult = z.discriminatedUnion('type', [
  z.object({ type: z.literal('claim'), claim: Json }),
  /** Where the task asked for no claim. */
  z.object({ type: z.literal('text'), text: z.string() }),
  /** An honest "I cannot, because". */
  z.object({ type: z.literal('blocker'), blocker: z.string() }),
  z.object({ type: z.literal('failed'), error: ErrorInfo, retry: z.boolean() }),
]);
export type AgentResult = z.infer<typeof AgentResult>;

/**
 * The same stream from every backend; it always ends with exactly one `complete`. A `turn` is unique per text, so that
 * later text never overwrites earlier text. `parent` is the tool call under which a sub-agent acts.
 */
const parent = z.string().optional();
export const AgentEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text_delta'), turn: z.string(), text: z.string(), parent }),
  /** The text of the turn as it stands; `final` when no tool call follows it. */
  z.object({ type: z.literal('text_complete'), turn: z.string(), text: z.string(), final: z.boolean(), parent }),
  /** The text of a turn that was cut off and is being made again: take it off the screen. */
  z.object({ type: z.literal('text_withdrawn'), turn: z.string(), parent }),
  z.object({ type: z.literal('thinking_delta'), turn: z.string(), text: z.string(), parent }),
  z.object({ type: z.literal('tool_start'), id: z.string(), tool: z.string(), input: Json, parent }),
  z.object({
    type: z.literal('tool_result'),
    id: z.string(),
    ok: z.boolean(),
    /** What the agent was told, cut where it is long. */
    text: z.string(),
    /** All of it, where it was cut. */
    blob: BlobHash.optional(),
    parent,
  }),
  z.object({ type: z.literal('permission_request'), request: PermissionRequest }),
  z.object({ type: z.literal('permission_answer'), id: z.string(), answer: PermissionAnswer }),
  z.object({ type: z.literal('instructed'), instructed: Instructed }),
  /** `warns`: a person should see it, also where moods are not shown. */
  z.object({ type: z.literal('status'), message: z.string(), warns: z.literal(true).optional() }),
  z.object({ type: z.literal('usage'), usage: AgentUsage }),
  /** Something went wrong and the attempt goes on: a retry, a compaction that failed. */
  z.object({ type: z.literal('error'), error: ErrorInfo }),
  z.object({
    type: z.literal('complete'),
    usage: AgentUsage,
    result: AgentResult,
    resume: z.string().optional(),
    /** Who it was, for accounts: put there by the code that chose the backend. `model` is null where the program uses its own. */
    by: z.object({ agent: z.string(), backend: z.string(), model: z.string().nullable() }).optional(),
  }),
]);
export type AgentEvent = z.infer<typeof AgentEvent>;
export type AgentCompletion = Extract<AgentEvent, { type: 'complete' }>;

/** An agent that another may ask. */
export interface Helper {
  readonly description: string;
  readonly system: string;
  /** `PROVIDER:NAME`; the asking agent's where it is left out. */
  readonly model?: string;
  /** How hard it thinks; as hard as the asking agent where it is left out. */
  readonly thinking?: Thinking;
  mayUse(tool: string): boolean;
}

/** What an attempt works with and may reach: live things, passed in by the code that runs it. */
export interface AttemptEnv {
  /** The checkout. The agent starts here, and its own file tools reach nothing else. */
  readonly folder: string;
  /** Nothing in it is to be changed (explore mode): a sandbox for an agent's own program shows it read-only where it can. */
  readonly readOnly?: boolean;
  /**
   * The conversation that this attempt is a turn of: what its program keeps is kept for the turns that follow. Without it
   * nothing of the program's outlives the attempt.
   */
  readonly conversation?: string;
  /** Offered beside the backend's own. */
  readonly tools: readonly Tool[];
  /** Asked before every use of a tool, the backend's own included. */
  readonly permit: Permit;
  /** Runs a command where the workspace says: in its sandbox. Without it there are no commands. */
  readonly exec?: (command: Command, signal?: AbortSignal) => Promise<ExecResult>;
  /** Starts the agent's own program where the workspace says, its model reachable. Without it, outside of any sandbox. */
  readonly start?: (command: Command, signal?: AbortSignal) => Promise<RunningProcess>;
  /** Dependencies of the checkout, which a program of the agent's own is shown read-only, and what has them found. */
  readonly mounts?: readonly Mount[];
  readonly env?: Readonly<Record<string, string>>;
  /** What its definition leaves it of the tools; all of them without it. Those it may not use are not offered. */
  readonly mayUse?: (tool: string) => boolean;
  /** What the project's own checker says of files that were just changed, in words; empty where it says nothing. */
  readonly check?: ((paths: readonly string[], signal: AbortSignal) => Promise<string>) | undefined;
  /** A way to the web, each address asked for; without it pages cannot be read. */
  readonly reach?: typeof fetch;
  /** Agents that it may give a task to, by name: with what they are told and on which model. */
  readonly helpers?: ReadonlyMap<string, Helper>;
  /** What it may use of its run's budget; without it only the limits of its task bind it. */
  readonly allowance?: Allowance;
  /** Keeps long outputs. */
  readonly keep?: (bytes: Uint8Array) => Promise<BlobHash>;
}

/** What an attempt may use in all, as of now: a part of its run's budget that is set aside for it. */
export interface Allowance {
  /** Infinity where the run has no such limit. */
  readonly tokens: number;
  readonly usd: number;
  /**
   * Asks for more when it is used up; waits while others may give some back. False when the run has none left: the
   * attempt then ends with BUDGET_REACHED before it asks its model again.
   */
  more(): Promise<boolean>;
}

/** A way to run an attempt. Never throws: failure is the `complete` event's to tell. */
export interface Backend {
  readonly name: string;
  /** True where a scripted model answers; every screen says so. */
  readonly simulated: boolean;
  attempt(task: AgentTask, place: AttemptEnv, signal: AbortSignal): AsyncIterable<AgentEvent>;
}

/** Finds who makes an attempt and where, and keeps what happens in it. Never throws, as a backend never does. */
export type AttemptRunner = (task: AgentTask, signal: AbortSignal, allowance?: Allowance) => AsyncIterable<AgentEvent>;

export const tokensOf = ({ input, output, cacheRead, cacheWrite }: Omit<AgentUsage, 'usd' | 'turns'>): number =>
  input + output + cacheRead + cacheWrite;

/** What a run's log keeps of an attempt's cost. */
export const toUsage = (usage: AgentUsage): Usage => ({ tokens: tokensOf(usage), usd: usage.usd });
