import { type PermissionRequest, type PermissionRule, ruleText } from '#contracts/permission.ts';
import type { CommandPolicy, CommandReason, CommandRule, CommandUse } from '#contracts/policy.ts';
import { reasonsOf } from '#policy/decide-command.ts';
import { covers, parsePattern } from '#policy/pattern.ts';
import { COMMAND_POLICIES, gateOwnsTests } from '#policy/presets.ts';
import { readCommands } from '#policy/read-commands.ts';
import { isReadOnly } from '#policy/read-only.ts';
import { isNetwork, isNowhere } from '#policy/redirect.ts';
import { commandPattern } from './command-pattern.ts';
import { decidePath } from './decide-path.ts';
import { allow, MODES_OPEN, type PermissionContext, type RuleDecision, strictestOf } from './decision.ts';
import { belowHome, filesNamed } from './files-named.ts';
import { foldersOf, pathPlaceOf } from './path-pattern.ts';
import { forTool, isGeneral } from './rule-match.ts';

/** Whether this line may run: as strict as the strictest of its commands, redirections and named files. */
export function decideCommandLine(
  line: string,
  cwd: string,
  request: PermissionRequest,
  context: PermissionContext,
): RuleDecision {
  const { parser, lookup } = context;
  const reading = readCommands(line, { parser, ...(lookup ? { lookup } : {}) });
  const uses = reading.type === 'read' ? reading.uses : [];
  const commands = reasonsOf(reading, policyFor(request, context))
    .filter((reason) => reason.redirect?.target.value == null)
    .flatMap((reason) => fromReason(reason, request, context));
  const files = uses
    .filter(({ within, sure }) => !within && sure)
    .flatMap((use) => decideFiles(use, cwd, request, context));
  return strictestOf([...commands, ...files], allow('mode', 'nothing in the line needs a permission'));
}

/** The mode's policy, with the rules that are about commands. */
function policyFor(request: PermissionRequest, context: PermissionContext): CommandPolicy {
  const { mode, dangerous = 'deny' } = context;
  const base = COMMAND_POLICIES[mode];
  const mine = context.rules.filter((rule) => forTool(rule, request));
  const rules = mine.flatMap((rule): CommandRule[] => {
    if (rule.command === undefined || rule.path !== undefined || rule.host !== undefined) return [];
    // Explore mode only reads, whatever is allowed elsewhere.
    if (rule.effect === 'allow' && mode === 'explore') return [];
    return [{ effect: rule.effect, command: rule.command, why: rule.why ?? `the rule "${ruleText(rule)}" applies` }];
  });
  const general = mine.filter(isGeneral);
  const whole = ORDER.find((effect) => general.some((rule) => rule.effect === effect));
  const otherwise = whole === undefined || (whole === 'allow' && mode === 'explore') ? base.otherwise : whole;
  const always: CommandRule[] =
    whole === 'deny' || whole === 'ask'
      ? [{ effect: whole, command: '* *', why: `the rule "${whole} tool ${request.tool}" applies` }]
      : [];
  const kept = base.rules.map(
    (rule): CommandRule => (rule.set === 'dangerous' ? { ...rule, effect: dangerous } : rule),
  );
  const policy = { ...base, otherwise, rules: [...always, ...rules, ...kept] };
  return context.gateOwnsTests ? gateOwnsTests(policy) : policy;
}

const ORDER = ['deny', 'ask', 'allow'] as const;

function fromReason(reason: CommandReason, request: PermissionRequest, context: PermissionContext): RuleDecision[] {
  const { effect, use, rule, why, next } = reason;
  const by = rule ? 'rule' : 'mode';
  if (effect === 'allow') return [allow(by, why)];
  const answer = use ? grantedTo(use, request, context) : null;
  if (answer === 'deny')
    return [{ effect: 'deny', by: 'grant', why: 'a person said no to it before', next, remember: [] }];
  if (effect === 'ask' && answer === 'allow') return [allow('grant', 'a person allowed it')];
  const text = use ? `${shorten(use.text)}: ${why}` : why;
  const pattern = use && effect === 'ask' ? commandPattern(use) : null;
  const remember: PermissionRule[] =
    pattern === null ? [] : [{ effect: 'allow', tool: request.tool, command: pattern }];
  return [{ effect, by, why: text, next: next || MODES_OPEN[context.mode], remember }];
}

const shorten = (text: string): string => (text.length > 120 ? `${text.slice(0, 117)}…` : text);

function grantedTo(
  use: CommandUse,
  request: PermissionRequest,
  { grants }: PermissionContext,
): 'allow' | 'deny' | null {
  const mine = grants.map(({ rule }) => rule).filter((rule) => rule.command !== undefined && forTool(rule, request));
  const hit = mine.filter(({ command = '' }) => covers(parsePattern(command), use));
  if (hit.some(({ effect }) => effect === 'deny')) return 'deny';
  return hit.some(({ effect }) => effect === 'allow') ? 'allow' : null;
}

/** Files it redirects to, as if a tool wrote them; and files it names, where a rule or a guard matches them. */
function decideFiles(
  use: CommandUse,
  cwd: string,
  request: PermissionRequest,
  context: PermissionContext,
): RuleDecision[] {
  const { mode } = context;
  const folders = { ...foldersOf(request, context), cwd };
  // To a shell `~name` is another user's home, wherever that is.
  const at = (path: string) => pathPlaceOf(/^~[\w+-]/.test(path) ? `/${path}` : path, folders);
  const redirected = use.redirects.flatMap((redirect): RuleDecision[] => {
    const { value, text } = redirect.target;
    const path = value ?? belowHome(text);
    if (path === null || isNowhere(redirect) || isNetwork(redirect)) return [];
    return [decidePath(at(path), redirect.kind, request, context)];
  });
  const action = isReadOnly(use) || use.program === 'git' ? 'read' : 'write';
  const named = filesNamed(use).flatMap(({ path, certain }: { path: string; certain: boolean }): RuleDecision[] => {
    const place = at(path);
    // In execute mode a command may go anywhere; only rules and guards restrict it.
    const strict = certain && mode !== 'execute' && action === 'read';
    const decision = decidePath(place, action, request, strict ? context : { ...context, mode: 'execute' });
    const matters = decision.effect !== 'allow' && (decision.by !== 'mode' || strict);
    if (!matters) return [];
    return [mode === 'explore' ? { ...decision, effect: 'deny', next: MODES_OPEN.explore } : decision];
  });
  return [...redirected, ...named];
}
