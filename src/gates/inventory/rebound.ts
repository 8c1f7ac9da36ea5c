import { posix } from 'node:path';
import type { Binding, TestFile } from './test-inventory.ts';

/**
 * Names that unchanged tests use and that no longer stand for what they stood for: an `expect` that comes from
 * elsewhere changes every test without touching one. A function of the project that moved to another of its own files
 * is the same function under the same name.
 */
export function rebound(was: TestFile, is: TestFile): string[] {
  const changed = [...was.bindings].flatMap(([local, before]) => {
    const now = is.bindings.get(local);
    if (now === undefined) return uses(is.code, local) ? [`${local} is no longer imported from ${before.module}`] : [];
    if (now.module === before.module && now.name === before.name) return [];
    if (isMove(before, now)) return [];
    return [`${local} now stands for ${now.name} of ${now.module}, and stood for ${before.name} of ${before.module}`];
  });
  const taken = [...is.bindings]
    .filter(([local]) => !was.bindings.has(local) && uses(was.code, local))
    .map(([local, { module }]) => `${local}, which tests used already, is now imported from ${module}`);
  return [...changed, ...taken];
}

const isMove = (before: Binding, now: Binding): boolean =>
  before.name === now.name &&
  isOwn(before.module) &&
  isOwn(now.module) &&
  (!isAside(now.module) || isAside(before.module));

/** Relative, by an alias of the project, or a dotted Python module that is none of a test library. */
const isOwn = (module: string): boolean =>
  /^([./#~]|@\/)/.test(module) || (/^[A-Za-z_][\w.]*$/.test(module) && !LIBRARIES.test(module));

const LIBRARIES =
  /^(vitest|jest|mocha|chai|sinon|expect|assert|test|tap|tape|ava|uvu|pytest|_pytest|unittest|hypothesis|mock|nose|trial)(\.|$)/;

const isAside = (module: string): boolean =>
  /(^|[./])(tests?|__tests__|specs?|e2e|fixtures?|__mocks__|mocks?|fakes?|stubs?|conftest)([./]|$)/.test(
    posix.normalize(module),
  );

const uses = (code: string, local: string): boolean =>
  new RegExp(`(?<![\\w$.])${local.replace(/[$]/g, '\\$&')}(?![\\w$])`).test(code);
