import type { ShellParser } from '#code/shell-tree.ts';
import type { Grant, PermissionMode, PermissionRule, RuleEffect } from '#contracts/permission.ts';
import type { Lookup } from '#policy/started.ts';

/**
 * Everything that a decision depends on. No statement of an agent and no file content is included, so neither can widen
 * anything.
 */
export interface PermissionContext {
  readonly mode: PermissionMode;
  readonly rules: readonly PermissionRule[];
  /** Those that apply to this attempt. */
  readonly grants: readonly Grant[];
  /** Absolute, without links. */
  readonly project: string;
  readonly home?: string;
  readonly parser: ShellParser;
  /** Package scripts and files, for commands that only name them. */
  readonly lookup?: Lookup;
  /** A gate runs the tests, so the agent does not. */
  readonly gateOwnsTests?: boolean;
  readonly dangerous?: RuleEffect;
}

export interface RuleDecision {
  readonly effect: RuleEffect;
  readonly by: 'rule' | 'mode' | 'grant';
  readonly why: string;
  /** What to do instead; empty where it is allowed. */
  readonly next: string;
  /** What would have to be remembered so that the same request is not asked about again; empty where nothing can be. */
  readonly remember: readonly PermissionRule[];
}

const ORDER: readonly RuleEffect[] = ['deny', 'ask', 'allow'];

/** The strictest of them, with everything that a person would have to accept. */
export function strictestOf(decisions: readonly RuleDecision[], none: RuleDecision): RuleDecision {
  const effect = ORDER.find((one) => decisions.some((decision) => decision.effect === one));
  const decisive = decisions.filter((decision) => decision.effect === effect);
  const [first] = decisive;
  if (!first) return none;
  const complete = decisive.every(({ remember }) => remember.length > 0);
  return { ...first, remember: complete ? unique(decisive.flatMap(({ remember }) => remember)) : [] };
}

const unique = (rules: readonly PermissionRule[]): PermissionRule[] => [
  ...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values(),
];

export const allow = (by: RuleDecision['by'], why: string): RuleDecision => ({
  effect: 'allow',
  by,
  why,
  next: '',
  remember: [],
});

export const MODES_OPEN: Readonly<Record<PermissionMode, string>> = {
  explore:
    'In explore mode you may read files of the project and run commands that only read. Say what you would change.',
  ask: 'Reading is open to you. Do without it, or say why it is needed.',
  execute: 'Work inside of the project, and leave this to the person.',
};
