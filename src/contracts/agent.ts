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

/** Limits of one attempt. Reaching one ends the attempt, with what it cost so far. */
export const AgentLimits = z.object({
  /** Model calls. */
  turns: z.number().int().positive().optional(),
  tokens: z.number().positive().optional(),
  usd: z.number().positive().optional(),
  seconds: z.number().positive().optional(),
});
export type AgentLimits = z.infer<typeof AgentLimits>;

/** When the conversation is compacted: a share of the model's window (up to 1), or a number of tokens. */
export const CompactAt = z.union([z.number().gt(0).max(1), z.number().int().min(1_000)]);

/** Paths from the top of the repository. */
export const Focus = z.object({ files: z.array(z.string()), blindTo: z.array(z.string()).default([]) });
export type Focus = z.input<typeof Focus>;

/**
 * Which of the repository's own rules an agent was told, and which were withheld. `hash` is the SHA-256 of the file;
 * `commit` is empty where the rules were read from a folder.
 */
export const Instructed = z.object({
  commit: z.string(),
  files: z.array(z.object({ path: z.string(), hash: z.string() })),
  withheld: z.array(z.object({ path: z.string(), why: z.string() })),
});
export type Instructed = z.infer<typeof Instructed>;

/** One bounded try of an agent at one task. Plain data, so it can be sent to another machine. */
export const AgentTask = z.object({
  /** Unique per attempt; also the idempotency key for providers that take one. */
  id: z.string(),
  /** Left out where a task belongs to no run. */
  of: AttemptOf.optional(),
  agent: z.string(),
  system: z.string(),
  prompt: z.string(),
  /** Images that a person sent with the prompt; only our own loop passes them to a model. */
  images: z.array(ModelImage).optional(),
  /** JSON Schema of the claim; null where plain text is the answer. */
  claim: Json,
  /** `PROVIDER:NAME`; default: the backend's own. */
  model: z.string().optional(),
  limits: AgentLimits,
  /** How hard its model thinks; default: the model's own. */
  thinking: Thinking.optional(),
  /** A money limit holds over all attempts together: an attempt whose cost cannot be known is not begun. */
  costMustBeKnown: z.boolean().optional(),
  /** Default: the backend's own. Programs with a loop of their own keep their own limits. */
  compactAt: CompactAt.optional(),
  /** Where it works: the name of a workspace, or of another place that its attempt runner knows. */
  place: z.string().optional(),
  /**
   * Which files the task is about: it is told the rules of their folders. It is told nothing of files it is blind to.
   */
  focus: Focus.optional(),
  /** From an earlier attempt's `complete`, to continue its conversation. Checked before it is used. */
  resume: z.string().optional(),
  /** The earlier conversation as text: put before the prompt where there is no conversation to continue. */
  history: z.string().optional(),
});
export type AgentTask = z.infer<typeof AgentTask>;

/** Of an attempt so far, or of all of it. `usd` is null where the model's price is not known. */
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
  /** The answer of a task that asked for no claim. */
  z.object({ type: z.literal('text'), text: z.string() }),
  /** An honest "I cannot, because …". */
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
  /** The text of the turn so far; `final` when no tool call follows it. */
  z.object({ type: z.literal('text_complete'), turn: z.string(), text: z.string(), final: z.boolean(), parent }),
  /** The text of a turn that was cut off and is being repeated: remove it from the screen. */
  z.object({ type: z.literal('text_withdrawn'), turn: z.string(), parent }),
  z.object({ type: z.literal('thinking_delta'), turn: z.string(), text: z.string(), parent }),
  z.object({ type: z.literal('tool_start'), id: z.string(), tool: z.string(), input: Json, parent }),
  z.object({
    type: z.literal('tool_result'),
    id: z.string(),
    ok: z.boolean(),
    /** What the agent was told, truncated. */
    text: z.string(),
    /** The full text, where it was truncated. */
    blob: BlobHash.optional(),
    parent,
  }),
  z.object({ type: z.literal('permission_request'), request: PermissionRequest }),
  z.object({ type: z.literal('permission_answer'), id: z.string(), answer: PermissionAnswer }),
  z.object({ type: z.literal('instructed'), instructed: Instructed }),
  /** `warns`: a person should see it, also where status lines are hidden. */
  z.object({ type: z.literal('status'), message: z.string(), warns: z.literal(true).optional() }),
  z.object({ type: z.literal('usage'), usage: AgentUsage }),
  /** Something went wrong and the attempt continues: a retry, a compaction that failed. */
  z.object({ type: z.literal('error'), error: ErrorInfo }),
  z.object({
    type: z.literal('complete'),
    usage: AgentUsage,
    result: AgentResult,
    resume: z.string().optional(),
    /**
     * Who worked, for accounting: set by the code that chose the backend. `model` is null where the program uses its
     * own.
     */
    by: z.object({ agent: z.string(), backend: z.string(), model: z.string().nullable() }).optional(),
  }),
]);
export type AgentEvent = z.infer<typeof AgentEvent>;
export type AgentCompletion = Extract<AgentEvent, { type: 'complete' }>;

/** An agent that another agent may give a task to. */
export interface Helper {
  readonly description: string;
  readonly system: string;
  /** `PROVIDER:NAME`; default: that of the agent that asks. */
  readonly model?: string;
  /** How hard it thinks; default: as the agent that asks. */
  readonly thinking?: Thinking;
  mayUse(tool: string): boolean;
}

/** What an attempt works with and may reach: live objects, passed in by the code that runs it. */
export interface AttemptEnv {
  /** The checkout. The agent starts here, and its own file tools reach nothing else. */
  readonly folder: string;
  /** Nothing in it may be changed (explore mode): a sandbox mounts it read-only where it can. */
  readonly readOnly?: boolean;
  /**
   * The conversation that this attempt is a turn of: files that its program keeps stay for later turns. Without it
   * nothing of the program outlives the attempt.
   */
  readonly conversation?: string;
  /** Offered in addition to the backend's own tools. */
  readonly tools: readonly Tool[];
  /** Called before every use of a tool, including the backend's own. */
  readonly permit: Permit;
  /** Runs a command in the workspace's sandbox. Without it the agent has no commands. */
  readonly exec?: (command: Command, signal?: AbortSignal) => Promise<ExecResult>;
  /**
   * Starts the agent's own program in the workspace's sandbox, with its model reachable. Without it the program runs
   * outside of any sandbox.
   */
  readonly start?: (command: Command, signal?: AbortSignal) => Promise<RunningProcess>;
  /**
   * Dependencies of the checkout: mounted read-only for an agent's program, with the variables that make it find them.
   */
  readonly mounts?: readonly Mount[];
  readonly env?: Readonly<Record<string, string>>;
  /** The tools that its definition allows; default: all. Other tools are not offered. */
  readonly mayUse?: (tool: string) => boolean;
  /** What the project's own checker says about files that were just changed; empty where it says nothing. */
  readonly check?: ((paths: readonly string[], signal: AbortSignal) => Promise<string>) | undefined;
  /** Fetches from the web, with a permission check for each address; without it pages cannot be read. */
  readonly reach?: typeof fetch;
  /** Agents that it may give tasks to, by name, with their instructions and models. */
  readonly helpers?: ReadonlyMap<string, Helper>;
  /** Its share of the run's budget; without it only the limits of its task apply. */
  readonly allowance?: Allowance;
  /** Stores long outputs. */
  readonly keep?: (bytes: Uint8Array) => Promise<BlobHash>;
}

/** The share of the run's budget that is reserved for an attempt at the moment. */
export interface Allowance {
  /** Infinity where the run has no such limit. */
  readonly tokens: number;
  readonly usd: number;
  /**
   * Asks for more when the share is used up; waits while others may return some. False when the run has none left: the
   * attempt then ends with BUDGET_REACHED before it calls its model again.
   */
  more(): Promise<boolean>;
}

/** A way to run an attempt. Never throws: the `complete` event reports failure. */
export interface Backend {
  readonly name: string;
  /** True where a scripted model answers; every screen says so. */
  readonly simulated: boolean;
  attempt(task: AgentTask, place: AttemptEnv, signal: AbortSignal): AsyncIterable<AgentEvent>;
}

/** Chooses the backend and the place of an attempt, and records what happens in it. Never throws. */
export type AttemptRunner = (task: AgentTask, signal: AbortSignal, allowance?: Allowance) => AsyncIterable<AgentEvent>;

export const tokensOf = ({ input, output, cacheRead, cacheWrite }: Omit<AgentUsage, 'usd' | 'turns'>): number =>
  input + output + cacheRead + cacheWrite;

/** The cost of an attempt as a run's log keeps it. */
export const toUsage = (usage: AgentUsage): Usage => ({ tokens: tokensOf(usage), usd: usage.usd });
