import { posix } from 'node:path';
import { isRunnerModule } from '#project/test-runners/known-runners.ts';
import { KNOWN_PYTHON } from '../known-python.ts';
import type { TestBinding, TestFile } from './test-inventory.ts';

export interface Rebound {
  readonly what: string;
  /** A newly imported name, and what it refers to under that name. */
  readonly taken?: { readonly local: string; readonly module: string };
}

/**
 * Names that unchanged tests use and that no longer refer to the same thing: an `expect` from elsewhere changes every
 * test without touching one. A function of the project that moved to another of its own files is the same function
 * under the same name.
 */
export function rebound(was: TestFile, is: TestFile): Rebound[] {
  const changed = [...was.bindings].flatMap(([local, before]) => {
    const now = is.bindings.get(local);
    if (now === undefined)
      return uses(is.code, local) && is.outer?.has(local) !== false
        ? [{ what: `${local} is no longer imported from ${before.module}` }]
        : [];
    if (now.module === before.module && now.name === before.name) return [];
    if (isMove(before, now) || isAsStrict(before, now)) return [];
    const stood = `${before.name} of ${before.module}`;
    return [{ what: `${local} now refers to ${now.name} of ${now.module}; before, it referred to ${stood}` }];
  });
  const isFree = (local: string): boolean => uses(unquoted(was.code), local) && was.outer?.has(local) !== false;
  const taken = [...is.bindings]
    .filter(([local, now]) => !was.bindings.has(local) && !isItself(local, now) && isFree(local))
    .map(([local, { module, name }]) => ({
      what: `${local}, which tests used already, is now imported from ${module}`,
      ...(name === local ? { taken: { local, module } } : {}),
    }));
  return [...changed, ...taken];
}

/** Node's own modules have two names, and assertions may become stricter, never looser. */
function isAsStrict(before: TestBinding, now: TestBinding): boolean {
  const [was, is] = [ofNode(before), ofNode(now)];
  if (was.module === is.module && was.name === is.name) return true;
  const isAssert = /^assert(\/strict)?$/.test(was.module) && /^assert(\/strict)?$/.test(is.module);
  return isAssert && isStrict(is) && (was.name === is.name || isWhole(was));
}

const ofNode = ({ module, name }: TestBinding): TestBinding => ({ module: module.replace(/^node:/, ''), name });
const isWhole = ({ name }: TestBinding): boolean => name === 'default' || name === '*' || name === 'strict';
const isStrict = ({ module, name }: TestBinding): boolean => module === 'assert/strict' || name === 'strict';

/** A standard library under its own name: earlier uses of that name meant it, or something nearer. */
const isItself = (local: string, { module, name }: TestBinding): boolean =>
  KNOWN_PYTHON.test(module) && (name === local || (name === '*' && module.split('.').at(0) === local));

const unquoted = (code: string): string => code.replace(/('''|""")[\s\S]*?\1|(['"])(?:\\.|(?!\2)[^\\\n])*\2/g, '""');

const isMove = (before: TestBinding, now: TestBinding): boolean =>
  before.name === now.name &&
  isOwn(before.module) &&
  isOwn(now.module) &&
  (!liesAside(now.module) || liesAside(before.module));

/** Relative, by an alias of the project, or a dotted Python module that does not belong to a test library. */
const isOwn = (module: string): boolean =>
  /^([./#~]|@\/)/.test(module) ||
  (/^[A-Za-z_][\w.]*$/.test(module) && !isRunnerModule(module) && !LIBRARIES.test(module));

const LIBRARIES = /^(chai|sinon|expect|assert|test|hypothesis|mock)(\.|$)/;

/** In a dotted module `spec` is a specification: `pathspec.patterns.gitignore.spec`. */
const liesAside = (module: string): boolean =>
  /(^|[./])(tests?|__tests__|fixtures?|__mocks__|mocks?|fakes?|stubs?|conftest)([./]|$)|(^|\/)(specs?|e2e)(\/|$)/.test(
    posix.normalize(module),
  );

const uses = (code: string, local: string): boolean =>
  new RegExp(`(?<![\\w$.])${local.replace(/[$]/g, '\\$&')}(?![\\w$])`).test(code);
