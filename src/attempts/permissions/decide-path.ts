import { type PermissionRequest, type PermissionRule, ruleText } from '#contracts/permission.ts';
import { allow, MODES_OPEN, type PermissionContext, type RuleDecision } from './decision.ts';
import { guardOf, opensGuard } from './guarded-paths.ts';
import { type ProjectPath, patternFor } from './path-pattern.ts';
import { ruleSpeaksOfPath } from './rule-match.ts';

/** May this one path be read, or written? */
export function decidePath(
  place: ProjectPath,
  action: 'read' | 'write',
  request: PermissionRequest,
  context: PermissionContext,
): RuleDecision {
  const { mode, home } = context;
  const options = home === undefined ? {} : { home };
  const speaks = (rule: PermissionRule): boolean => ruleSpeaksOfPath(rule, request, place, options);
  const rules = context.rules.filter(speaks);
  // Permission for a tool is not permission for a file.
  const grants = context.grants
    .map(({ rule }) => rule)
    .filter((rule) => speaks(rule) && (rule.path !== undefined || rule.effect === 'deny'));
  const name = place.inside ?? place.absolute;
  const make = decider(place, action, request, context);

  const denied = rules.find(({ effect }) => effect === 'deny');
  if (denied) return make('deny', 'rule', denied.why ?? `the rule "${ruleText(denied)}" applies`);
  const refused = grants.find(({ effect }) => effect === 'deny');
  if (refused) return make('deny', 'grant', 'a person said no to it before');
  if (mode === 'explore' && action === 'write') return make('deny', 'mode', 'explore mode writes nothing');
  if (mode === 'explore' && place.inside === null) return make('deny', 'mode', `${name} is outside of the project`);

  const allowing = rules.find(({ effect }) => effect === 'allow');
  // The private home of a program's sandbox is in the person's Assay folder, but belongs to the program.
  const guard = guardOf(place, action, isBelow(place.absolute, request.home) ? undefined : home);
  const opens = ({ effect, path }: PermissionRule): boolean =>
    guard === null || (effect === 'allow' && path !== undefined && opensGuard(path, guard));
  if (guard !== null && ![...rules, ...grants].some(opens)) {
    const what = action === 'read' ? 'may hold secrets' : 'is guarded';
    return make(mode === 'explore' ? 'deny' : 'ask', 'rule', `${name} ${what} (${guard})`);
  }
  if (grants.some(({ effect }) => effect === 'allow')) return allow('grant', 'a person allowed it');
  const asking = rules.find(({ effect }) => effect === 'ask');
  if (asking) return make('ask', 'rule', asking.why ?? `the rule "${ruleText(asking)}" asks`);
  if (allowing) return allow('rule', `the rule "${ruleText(allowing)}" allows it`);
  if (place.inside === null) return make('ask', 'mode', `${name} is outside of the project`);
  if (action === 'read' || mode === 'execute') return allow('mode', `${mode} mode allows it`);
  return make('ask', 'mode', 'ask mode asks before it writes');
}

const isBelow = (path: string, folder: string | undefined): boolean =>
  folder !== undefined && (path === folder || path.startsWith(`${folder}/`));

const decider =
  (place: ProjectPath, action: string, request: PermissionRequest, { mode }: PermissionContext) =>
  (effect: 'ask' | 'deny', by: RuleDecision['by'], why: string): RuleDecision => ({
    effect,
    by,
    why,
    next:
      by === 'mode' || action === 'write'
        ? MODES_OPEN[mode]
        : 'Work without this file, or ask the person for what you need from it.',
    remember: [{ effect: 'allow', tool: request.tool, path: patternFor(place) }],
  });
