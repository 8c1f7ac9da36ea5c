import { globOf } from './glob.ts';

/** One line of a `.gitignore`. */
export interface IgnoreRule {
  readonly negated: boolean;
  readonly foldersOnly: boolean;
  matches(path: string): boolean;
}

/** The rules of a `.gitignore`, which apply to its own folder. */
export const ignoreRules = (text: string): IgnoreRule[] => text.split(/\r?\n/).flatMap(ruleOf);

/** The last matching rule decides. `path` is relative to the folder of the rules. */
export function isIgnored(path: string, isFolder: boolean, rules: readonly IgnoreRule[]): boolean | undefined {
  const last = rules.findLast((rule) => (isFolder || !rule.foldersOnly) && rule.matches(path));
  return last === undefined ? undefined : !last.negated;
}

/** In `.gitignore` syntax: without a slash a name at any depth, with one a path from the top. */
export const globMatcher = (glob: string): ((path: string) => boolean) =>
  globOf(atAnyDepth(glob.endsWith('/') ? `${glob}**` : glob));

function ruleOf(line: string): IgnoreRule[] {
  const trimmed = line.replace(/(?<!\\)\s+$/, '');
  if (trimmed === '' || trimmed.startsWith('#')) return [];
  const negated = trimmed.startsWith('!');
  const foldersOnly = trimmed.endsWith('/');
  const body = trimmed.slice(negated ? 1 : 0, foldersOnly ? -1 : undefined);
  return [{ negated, foldersOnly, matches: globOf(atAnyDepth(body)) }];
}

const atAnyDepth = (glob: string): string => (glob.includes('/') ? glob.replace(/^\//, '') : `**/${glob}`);
