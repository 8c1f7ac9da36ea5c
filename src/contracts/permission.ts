import { z } from 'zod';
import { ErrorInfo } from './errors.ts';
import { Json } from './json.ts';

/** How much an agent may do without asking. `explore` reads only; `execute` does what no rule denies. */
export const PermissionMode = z.enum(['explore', 'ask', 'execute']);
export type PermissionMode = z.infer<typeof PermissionMode>;

/** What a call would do, in the terms of the rules. */
export const Action = z.discriminatedUnion('type', [
  z.object({ type: z.literal('read'), paths: z.array(z.string()) }),
  z.object({ type: z.literal('write'), paths: z.array(z.string()) }),
  /** A shell line, as the agent wrote it. */
  z.object({ type: z.literal('command'), line: z.string(), cwd: z.string() }),
  z.object({ type: z.literal('fetch'), url: z.string() }),
  /** Any other tool; `readOnly` is from its definition, not from the agent. */
  z.object({ type: z.literal('tool'), input: Json, readOnly: z.boolean() }),
]);
export type Action = z.infer<typeof Action>;

export const PermissionRequest = z.object({
  /** Unique in the attempt; the id of its tool call, if there is one. */
  id: z.string(),
  tool: z.string(),
  action: Action,
  /** The sub-agent's tool call under which this one happens. */
  parent: z.string().optional(),
  /** What `~` means for the agent, if it is not the person's home: the private home of a program's sandbox. */
  home: z.string().optional(),
});
export type PermissionRequest = z.infer<typeof PermissionRequest>;

/** How long an answer holds. */
export const GrantScope = z.enum(['once', 'attempt', 'session', 'project']);
export type GrantScope = z.infer<typeof GrantScope>;

export const RuleEffect = z.enum(['allow', 'ask', 'deny']);
export type RuleEffect = z.infer<typeof RuleEffect>;

/** One rule. A field it leaves out matches everything; of all that match, deny wins, then ask, then allow. */
export const PermissionRule = z.strictObject({
  effect: RuleEffect,
  /** A tool's name, with `*` for any part. */
  tool: z.string().optional(),
  /**
   * Paths read or written, from the project's top, in the syntax of `.gitignore` (without `!`). Outside of the project
   * only `//absolute/path` or `~/path`.
   */
  path: z.string().optional(),
  /** Programs and arguments: `git push *`, `npm run build`. */
  command: z.string().optional(),
  host: z.string().optional(),
  /** Shown to the agent with a refusal. */
  why: z.string().optional(),
});
export type PermissionRule = z.infer<typeof PermissionRule>;

/** The `permissions` section of `.assay/config.json`. */
export const PermissionSettings = z.strictObject({
  mode: PermissionMode.optional(),
  rules: z.array(PermissionRule).default([]),
  /** What happens with commands that reach out of the workspace or cannot be undone (`git push`, `rm -rf /`). */
  dangerous: RuleEffect.default('deny'),
});
export type PermissionSettings = z.infer<typeof PermissionSettings>;

/** A remembered answer. */
export const Grant = z.object({
  id: z.string(),
  rule: PermissionRule,
  scope: GrantScope,
  /** The attempt, session or project that it is for. */
  holder: z.string(),
  at: z.number(),
});
export type Grant = z.infer<typeof Grant>;

export const PermissionAnswer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('allow'), by: z.enum(['rule', 'mode', 'grant', 'person']) }),
  /** Shown to the agent unchanged: what was denied, why, and what it can do instead. */
  z.object({ type: z.literal('deny'), by: z.enum(['rule', 'mode', 'grant', 'person']), error: ErrorInfo }),
]);
export type PermissionAnswer = z.infer<typeof PermissionAnswer>;

/** A request that a person is asked about. */
export const PermissionQuestion = PermissionRequest.extend({
  /** Why a person is asked. */
  why: z.string(),
  /** What would be remembered with any scope but `once`; empty where nothing could be without allowing more. */
  remember: z.array(PermissionRule),
});
export type PermissionQuestion = z.infer<typeof PermissionQuestion>;

export const PersonAnswer = z.object({
  answer: z.enum(['allow', 'deny']),
  scope: GrantScope,
  /** Shown to the agent with a denial. */
  why: z.string().optional(),
});
export type PersonAnswer = z.infer<typeof PersonAnswer>;

/** A person's decision on a permission request, as the run that asked receives it. */
export const PermissionDecision = z.object({
  decision: z.enum(['allow', 'deny']),
  scope: GrantScope.default('once'),
  note: z.string().max(4_000).optional(),
});
export type PermissionDecision = z.infer<typeof PermissionDecision>;

export type AskPerson = (question: PermissionQuestion, signal: AbortSignal) => Promise<PersonAnswer>;

/** The attempt, session and project that a grant can be for. */
export interface GrantHolders {
  readonly attempt: string;
  readonly session: string;
  readonly project: string;
}

/** Answers that outlive an attempt. */
export interface GrantStore {
  /** All of them, oldest first; optionally of one holder. */
  list(holder?: string): Promise<readonly Grant[]>;
  add(grants: readonly Grant[]): Promise<void>;
  /** False when there was none with that id. */
  revoke(id: string): Promise<boolean>;
}

/** Decides, and waits for a person where the rules say so. Passed to the code that runs tools; never throws. */
export type Permit = (request: PermissionRequest, signal: AbortSignal) => Promise<PermissionAnswer>;

/** A rule as a person would write it: `allow command git commit *`. */
export function ruleText({ effect, tool, path, command, host }: PermissionRule): string {
  const parts = [
    tool && `tool ${tool}`,
    path && `path ${path}`,
    command && `command ${command}`,
    host && `host ${host}`,
  ];
  return [effect, ...parts.filter(Boolean)].join(' ');
}
