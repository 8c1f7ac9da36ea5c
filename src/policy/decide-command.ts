import { AssayError } from '#contracts/errors.ts';
import type { RuleEffect } from '#contracts/permission.ts';
import type {
  CommandDecision,
  CommandPolicy,
  CommandReading,
  CommandReason,
  CommandRule,
  CommandUse,
} from '#contracts/policy.ts';
import { isDangerous } from './dangerous.ts';
import { covers, type PatternMatch, parsePattern, touches } from './pattern.ts';
import { type ReadCommandOptions, readCommands } from './read-commands.ts';
import { isReadOnly } from './read-only.ts';
import { isNetwork, isNowhere } from './redirect.ts';
import { isHarmless, isSteering } from './steering.ts';
import { isTestRunner } from './test-runners.ts';

/** Whether a line may run: as strict as the strictest of its parts. Of the rules that match a part, deny wins. */
export const decideCommand = (line: string, policy: CommandPolicy, options: ReadCommandOptions): CommandDecision =>
  decideReading(readCommands(line, options), policy);

export const decideReading = (reading: CommandReading, policy: CommandPolicy): CommandDecision =>
  decisionOf(reasonsOf(reading, policy));

/** All findings about a line, part by part. */
export function reasonsOf(reading: CommandReading, policy: CommandPolicy): CommandReason[] {
  if (reading.type === 'read') return reading.uses.flatMap((use) => reasonsFor(use, policy));
  return [{ effect: 'deny', use: null, rule: null, why: reading.why, next: SIMPLER, redirect: null }];
}

export function decisionOf(reasons: readonly CommandReason[]): CommandDecision {
  const effect = strictest(reasons.map((reason) => reason.effect));
  const because = reasons.filter((reason) => reason.effect === effect);
  const next = effect === 'allow' ? '' : (because.find((reason) => reason.next !== '')?.next ?? '');
  return { effect, because, next };
}

const ORDER: readonly RuleEffect[] = ['deny', 'ask', 'allow'];
export const strictest = (effects: readonly RuleEffect[]): RuleEffect =>
  ORDER.find((effect) => effects.includes(effect)) ?? 'allow';

const SIMPLER = 'Write it as simple commands, one after the other, with their words written out.';

function reasonsFor(use: CommandUse, policy: CommandPolicy): CommandReason[] {
  const reason = (effect: RuleEffect, why: string, rule: CommandRule | null, next = ''): CommandReason => ({
    effect,
    use,
    rule,
    why,
    next,
    redirect: null,
  });
  const found: CommandReason[] = [];
  for (const rule of policy.rules) {
    if (rule.effect === 'allow') continue;
    const hit = ruleHits(rule, use);
    if (hit === null) continue;
    const sure = hit.match === 'yes' && use.sure;
    const effect = sure ? rule.effect : rule.effect === 'ask' ? 'ask' : policy.unknown;
    const why = sure ? hit.why : `it may be what is refused: ${hit.why}`;
    found.push(reason(effect, why, rule, sure ? hit.next : SIMPLER));
  }
  return [...found, ...defaultsFor(use, policy, reason), ...writesOf(use, policy, reason)];
}

type Make = (effect: RuleEffect, why: string, rule: CommandRule | null, next?: string) => CommandReason;

function defaultsFor(use: CommandUse, policy: CommandPolicy, reason: Make): CommandReason[] {
  const allowing = policy.rules.find((rule) => rule.effect === 'allow' && allows(rule, use));
  if (allowing) return [reason('allow', allowing.why ?? 'a rule allows it', allowing)];
  // A word that may not be a command at all matters for denials only.
  if (!use.sure) return [];
  if (use.hidden?.kind === 'unknown') return [reason(policy.unknown, use.hidden.why, null, SIMPLER)];
  // What the project's own scripts do is allowed or not with their name; denials above still apply.
  if (use.within) return [];
  if (use.hidden) return [reason(policy.opaque, use.hidden.why, null, 'Use a command whose words say what it does.')];
  const quiet = policy.otherwise === 'allow' ? !use.assigns.some(isSteering) : use.assigns.every(isHarmless);
  if (use.role !== 'command' && quiet) return [];
  return [reason(policy.otherwise, 'no rule allows it', null, 'Use a command that reads only, or ask for this one.')];
}

function writesOf(use: CommandUse, policy: CommandPolicy, reason: Make): CommandReason[] {
  if (use.within) return [];
  return use.redirects.flatMap((redirect): CommandReason[] => {
    if (isNetwork(redirect))
      return [reason(policy.unknown, `${redirect.target.text} is a connection to another machine`, null, SIMPLER)];
    if (redirect.kind === 'read' || isNowhere(redirect)) return [];
    const why = `it writes ${redirect.target.text}`;
    return [
      { ...reason(policy.writes, why, null, 'Leave the redirection out, or write with the tool for it.'), redirect },
    ];
  });
}

interface Hit {
  readonly match: PatternMatch;
  readonly why: string;
  readonly next: string;
}

function ruleHits(rule: CommandRule, use: CommandUse): Hit | null {
  const hit = rawHit(rule, use);
  if (hit === null || hit.match === 'no') return null;
  return { match: hit.match, why: rule.why ?? hit.why, next: rule.next ?? hit.next };
}

function rawHit(rule: CommandRule, use: CommandUse): Hit | null {
  if (rule.set === 'dangerous') return isDangerous(use);
  if (rule.set === 'test-runners') {
    const runner = isTestRunner(use);
    return runner && { ...runner, next: '' };
  }
  if (rule.set === 'read-only') return isReadOnly(use) ? { match: 'yes', why: 'it only reads', next: '' } : null;
  return { match: touches(patternOf(rule), use), why: `the rule ${rule.command} covers it`, next: '' };
}

function allows(rule: CommandRule, use: CommandUse): boolean {
  if (rule.set === 'read-only') {
    // The file it writes to is judged separately.
    return use.role === 'assignment' || use.program === null ? onlyNames(use) : isReadOnly({ ...use, redirects: [] });
  }
  if (rule.set === 'test-runners') return use.sure && !use.hidden && isTestRunner(use)?.match === 'yes';
  if (rule.set === 'dangerous') return isDangerous(use)?.match === 'yes' && use.sure;
  return covers(patternOf(rule), use);
}

/** An assignment that only sets a variable of the line's own. */
const onlyNames = ({ hidden, assigns, role }: CommandUse): boolean =>
  hidden === null && role !== 'command' && assigns.every(isHarmless);

function patternOf({ command }: CommandRule) {
  if (command === undefined)
    throw new AssayError('CONFIG_INVALID', 'A command rule names neither a command nor a set.');
  return parsePattern(command);
}
