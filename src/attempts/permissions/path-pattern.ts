import { isAbsolute, join, normalize, relative, resolve } from 'node:path';
import { AssayError } from '#contracts/errors.ts';

/** Where a path is, relative to the project. Computed from text alone: links are resolved before. */
export interface ProjectPath {
  readonly absolute: string;
  /** From the project's top, with `/`; null outside of it. The top itself is ''. */
  readonly inside: string | null;
}

export function pathPlaceOf(
  path: string,
  folders: { readonly project: string; readonly cwd?: string; readonly home?: string },
): ProjectPath {
  const { project, cwd = project, home } = folders;
  const expanded = home !== undefined && (path === '~' || path.startsWith('~/')) ? join(home, path.slice(1)) : path;
  const absolute = resolve(project, cwd, expanded);
  const from = relative(project, absolute);
  const outside = from === '..' || from.startsWith('../') || isAbsolute(from);
  return { absolute, inside: outside ? null : from };
}

/** How paths are resolved: `~` is the home of the asking process, where that is not the person's. */
export function foldersOf(
  request: { readonly home?: string | undefined },
  { project, home }: { readonly project: string; readonly home?: string },
): { readonly project: string; readonly home?: string } {
  const own = request.home ?? home;
  return { project, ...(own === undefined ? {} : { home: own }) };
}

/**
 * Whether a pattern matches a path. As in `.gitignore`: without a `/` a name in any folder; with one, from the
 * project's top; a folder matches everything in it. `//path` and `~/path` are absolute, and only they reach outside.
 * Not Node's `path.matchesGlob`, whose `*` skips names that begin with a dot.
 */
export function pathMatches(
  pattern: string,
  { absolute, inside }: ProjectPath,
  options: { readonly home?: string; readonly anyCase?: boolean } = {},
): boolean {
  const flags = options.anyCase ? 'i' : '';
  const rooted = absolutePattern(pattern, options.home);
  if (rooted !== null) return compile(rooted, flags).test(absolute.slice(1));
  return inside !== null && inside !== '' && compile(pattern, flags).test(inside);
}

/** A pattern that matches only this one file. */
export const patternFor = ({ absolute, inside }: ProjectPath): string => {
  const path = inside === null || inside === '' ? absolute : inside;
  return (
    (inside === null || inside === '' ? '/' : '') +
    (path.startsWith('/') ? path : `/${path}`).replace(/[\\*?[\]!#]|\s$/g, '\\$&')
  );
};

/** It is literal: nothing in it matches more than one name. */
export const isExactPath = (pattern: string): boolean => !/(?<!\\)[*?[]/.test(pattern) && /^\/|^~\/|\/./.test(pattern);

function absolutePattern(pattern: string, home: string | undefined): string | null {
  if (pattern.startsWith('//')) return pattern.slice(1);
  if (!pattern.startsWith('~/')) return null;
  return home === undefined ? '/\0' : normalize(home) + pattern.slice(1);
}

function compile(pattern: string, flags: string): RegExp {
  const trimmed = pattern.replace(/(?<!\\)\s+$/, '').replace(/\/$/, '');
  if (trimmed === '' || pattern.startsWith('!')) {
    throw new AssayError('CONFIG_INVALID', `The path pattern ${JSON.stringify(pattern)} cannot be used.`, {
      next: 'Write it as in .gitignore, without "!": a rule that allows does what "!" would.',
    });
  }
  const anchored = trimmed.includes('/');
  const source = tokens(trimmed.replace(/^\//, ''));
  return new RegExp(`^${anchored ? '' : '(?:.*/)?'}${source}(?:/.*)?$`, `s${flags}`);
}

function tokens(pattern: string): string {
  let source = '';
  for (let at = 0; at < pattern.length; at += 1) {
    const rest = pattern.slice(at);
    const char = pattern[at] ?? '';
    const start = at === 0 || pattern[at - 1] === '/';
    if (start && rest.startsWith('**/')) {
      source += '(?:.*/)?';
      at += 2;
    } else if (start && rest === '**') {
      source += '.+';
      at += 1;
    } else if (char === '*') {
      source += '[^/]*';
      while (pattern[at + 1] === '*') at += 1;
    } else if (char === '?') source += '[^/]';
    else if (char === '\\' && at + 1 < pattern.length) {
      at += 1;
      source += escaped(pattern[at] ?? '');
    } else if (char === '[') {
      const set = /^\[([!^]?)(\]?[^\]/]*)\]/.exec(rest);
      if (set) {
        source += `(?!/)[${set[1] ? '^' : ''}${(set[2] ?? '').replace(/[\\[\]^]/g, '\\$&')}]`;
        at += set[0].length - 1;
      } else source += '\\[';
    } else source += escaped(char);
  }
  return source;
}

const escaped = (char: string): string => char.replace(/[.*+?^${}()|[\]\\/]/, '\\$&');
