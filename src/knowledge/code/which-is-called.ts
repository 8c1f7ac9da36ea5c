import type { KnowledgeNode } from '../store/node-types.ts';
import { calledOn } from './references.ts';

/** A function or type that a call may refer to. */
export interface Defined {
  readonly id: number;
  readonly path: string;
  /** With its container: `Stack.push`. */
  readonly symbol: string;
}

export interface Caller {
  readonly path: string;
  readonly symbol: string;
  /** The caller's name for itself: `self`, or the `r` of `func (r *Router)`. */
  readonly self: string | undefined;
}

export const callerOf = (node: KnowledgeNode): Caller => ({
  path: node.path ?? '',
  symbol: String(node.meta.symbol ?? node.name),
  self: /^func\s*\(\s*(\w+)\s/.exec(String(node.meta.signature ?? ''))?.[1],
});

/**
 * The definition a call refers to, among those with its name. It is certain where the text shows it: called without a
 * receiver and defined or imported here, on the object itself, or on its class or module. `m.group()` may belong to
 * anything: then the most likely is taken, and only where there is exactly one. `outside`: names under which packages
 * are imported.
 */
export function meantBy(
  call: string,
  caller: Caller,
  found: readonly Defined[],
  imported: ReadonlySet<string>,
  outside: ReadonlySet<string> = new Set(),
): (Defined & { readonly sure: boolean }) | undefined {
  const on = calledOn(call);
  const sure = found.filter((one) => isMeant(on, caller, one, imported));
  if (sure.length > 0) {
    const own = sure.filter(({ path }) => path === caller.path);
    const [only, ...others] = own.length > 0 ? own : sure;
    return only && others.length === 0 ? { ...only, sure: true } : undefined;
  }
  // `Object.keys()`, `strings.Split()`: a class to which none of these belongs, or an external package.
  if (on !== undefined && (outside.has(on) || /^\p{Lu}\p{L}*\p{Ll}/u.test(on))) return undefined;
  const own = found.filter(({ path }) => path === caller.path);
  const next = own.length > 0 ? own : found.filter(({ path }) => imported.has(path));
  const [only, ...others] = next.length > 0 ? next : found;
  return only && others.length === 0 ? { ...only, sure: false } : undefined;
}

const OWN = new Set(['self', 'this', 'cls', 'super', 'Self', 'static', 'parent']);

function isMeant(on: string | undefined, caller: Caller, one: Defined, imported: ReadonlySet<string>): boolean {
  const owner = ownerOf(one.symbol);
  const isMember = owner !== '';
  const isOwn = isMember && one.path === caller.path && isInside(caller.symbol, owner);
  if (on === undefined) {
    if (isOwn) return true;
    const isHere = one.path === caller.path || imported.has(one.path) || isSamePackage(caller.path, one.path);
    return isHere && !isMember;
  }
  if (OWN.has(on) || on === caller.self) return isOwn || (isMember && isSameClass(caller, one));
  if (on === owner.slice(owner.lastIndexOf('.') + 1)) return isMember;
  return moduleNames(one.path).includes(on) && !isMember;
}

const ownerOf = (symbol: string): string => (symbol.includes('.') ? symbol.slice(0, symbol.lastIndexOf('.')) : '');
const isInside = (symbol: string, owner: string): boolean => symbol === owner || symbol.startsWith(`${owner}.`);

/** Methods of one Go type may be in several files of its package. */
const isSameClass = (caller: Caller, one: Defined): boolean =>
  isSamePackage(caller.path, one.path) && ownerOf(caller.symbol) === ownerOf(one.symbol);

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** In these languages files of a folder see each other without an import. */
const isSamePackage = (a: string, b: string): boolean =>
  folderOf(a) === folderOf(b) && /\.(go|java|kt|cs)$/.test(a) && /\.(go|java|kt|cs)$/.test(b);

/** A file's name where it is imported: its own, or its folder's. */
function moduleNames(path: string): string[] {
  const parts = path.split('/');
  return [(parts.at(-1) ?? '').replace(/\..*$/, ''), parts.at(-2) ?? ''];
}
