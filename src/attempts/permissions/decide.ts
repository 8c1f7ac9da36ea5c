import { type PermissionRequest, type PermissionRule, ruleText } from '#contracts/permission.ts';
import { decideCommandLine } from './decide-command-line.ts';
import { decidePath } from './decide-path.ts';
import { allow, MODES_OPEN, type PermissionContext, type RuleDecision, strictestOf } from './decision.ts';
import { foldersOf, pathPlaceOf } from './path-pattern.ts';
import { forTool, isGeneral, ruleSpeaksOfHost } from './rule-match.ts';

/** The decision of mode, rules and earlier answers on a request. Pure: the same request always gets the same answer. */
export function decide(request: PermissionRequest, context: PermissionContext): RuleDecision {
  const { action } = request;
  switch (action.type) {
    case 'read':
    case 'write':
      return decidePaths(action.paths, action.type, request, context);
    case 'command':
      return decideCommandLine(action.line, action.cwd, request, context);
    case 'fetch':
      return decideFetch(action.url, request, context);
    case 'tool':
      return decideTool(action.readOnly, request, context);
  }
}

function decidePaths(
  paths: readonly string[],
  action: 'read' | 'write',
  request: PermissionRequest,
  context: PermissionContext,
): RuleDecision {
  const folders = foldersOf(request, context);
  // Without a path the whole project is meant.
  const places = (paths.length === 0 ? ['.'] : paths).map((path) => pathPlaceOf(path, folders));
  const decisions = places.map((place) => decidePath(place, action, request, context));
  return strictestOf(decisions, allow('mode', 'nothing is touched'));
}

function decideFetch(url: string, request: PermissionRequest, context: PermissionContext): RuleDecision {
  const target = URL.canParse(url) ? new URL(url) : null;
  if (!target || !/^https?:$/.test(target.protocol)) {
    return {
      effect: 'deny',
      by: 'rule',
      why: `${url} is not a web address`,
      next: 'Give an http or https address.',
      remember: [],
    };
  }
  const host = target.hostname.toLowerCase();
  const speaks = (rule: PermissionRule): boolean => ruleSpeaksOfHost(rule, request, host);
  const remember: PermissionRule[] = [{ effect: 'allow', tool: request.tool, host }];
  const answered = byRules(context, speaks, `fetching from ${host}`, remember);
  if (answered) return answered;
  // Services of this machine and its cloud listen there, and trust any caller.
  const local =
    /^(?:localhost|.*\.localhost|127\..*|0\.0\.0\.0|\[.*\]|169\.254\..*|10\..*|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*|.*\.(?:local|internal))$/.test(
      host,
    );
  if (context.mode === 'execute' && !local) return allow('mode', 'execute mode allows it');
  const why = local ? `${host} is on this machine or its network` : `${context.mode} mode asks before it fetches`;
  return { effect: 'ask', by: 'mode', why, next: 'Work with what is in the project.', remember };
}

function decideTool(readOnly: boolean, request: PermissionRequest, context: PermissionContext): RuleDecision {
  const { mode } = context;
  const remember: PermissionRule[] = [{ effect: 'allow', tool: request.tool }];
  if (mode === 'explore' && !readOnly) {
    const why = `${request.tool} does more than read, and explore mode only reads`;
    return { effect: 'deny', by: 'mode', why, next: MODES_OPEN.explore, remember: [] };
  }
  const speaks = (rule: PermissionRule): boolean =>
    rule.tool !== undefined && isGeneral(rule) && forTool(rule, request);
  const all = (rule: PermissionRule): boolean => speaks(rule) || (isGeneral(rule) && rule.tool === undefined);
  const answered = byRules(context, all, request.tool, remember);
  if (answered) return answered;
  if (readOnly || mode === 'execute') return allow('mode', `${mode} mode allows it`);
  return {
    effect: 'ask',
    by: 'mode',
    why: 'ask mode asks before anything but reading',
    next: MODES_OPEN.ask,
    remember,
  };
}

/** Deny wins; a person's answer settles a question; then what asks, then what allows. Null when nothing matches. */
function byRules(
  { rules, grants, mode }: PermissionContext,
  speaks: (rule: PermissionRule) => boolean,
  what: string,
  remember: readonly PermissionRule[],
): RuleDecision | null {
  const mine = rules.filter(speaks);
  const answers = grants.map(({ rule }) => rule).filter(speaks);
  const next = MODES_OPEN[mode];
  const denied = mine.find(({ effect }) => effect === 'deny');
  if (denied) {
    return {
      effect: 'deny',
      by: 'rule',
      why: denied.why ?? `the rule "${ruleText(denied)}" applies`,
      next,
      remember: [],
    };
  }
  if (answers.some(({ effect }) => effect === 'deny')) {
    return { effect: 'deny', by: 'grant', why: `a person said no to ${what} before`, next, remember: [] };
  }
  if (answers.some(({ effect }) => effect === 'allow')) return allow('grant', 'a person allowed it');
  const asking = mine.find(({ effect }) => effect === 'ask');
  if (asking) {
    return { effect: 'ask', by: 'rule', why: asking.why ?? `the rule "${ruleText(asking)}" asks`, next, remember };
  }
  const allowing = mine.find(({ effect }) => effect === 'allow');
  return allowing ? allow('rule', `the rule "${ruleText(allowing)}" allows it`) : null;
}
