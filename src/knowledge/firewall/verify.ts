import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { escapePattern } from '#contracts/text.ts';
import { calledName } from '../code/references.ts';
import { GUESSED } from '../graph/traverse.ts';
import type { NodeStore } from '../store/node-store.ts';
import type { KnowledgeNode } from '../store/node-types.ts';
import type { FactReference } from './fact.ts';

export type Verified =
  | { readonly holds: true; readonly how: string }
  /** Looked up and false. */
  | { readonly holds: false; readonly why: string }
  /** It cannot be decided here. */
  | { readonly holds: null; readonly why: string };

/** Looks a reference up: in the current files, and in their index. Names must match letter for letter. */
export function verify(store: NodeStore, root: string, reference: FactReference): Verified {
  const meant = (path: string): string => pathMeant(store, root, path);
  switch (reference.kind) {
    case 'file':
      return fileAt(root, meant(reference.path)) !== null
        ? yes(`${reference.path} exists`)
        : no(`there is no file ${reference.path}`);
    case 'symbol':
      return symbolHolds(store, root, reference.name, reference.path && meant(reference.path));
    case 'edge':
      return edgeHolds(store, reference.edge, meant(reference.from), meant(reference.to));
    case 'pattern':
      return patternHolds(store, root, reference.text, reference.path);
    case 'citation':
      return citationHolds(store, reference.document, reference.quote);
    case 'number':
      return numberHolds(store, root, { ...reference, subject: meant(reference.subject) });
  }
}

const yes = (how: string): Verified => ({ holds: true, how });
const no = (why: string): Verified => ({ holds: false, why });

/** The path of a bare file name: it must be unique. */
function pathMeant(store: NodeStore, root: string, path: string): string {
  if (path.includes('/') || fileAt(root, path) !== null) return path;
  const found = store.db.all("SELECT path FROM files WHERE path LIKE '%/' || ? LIMIT 200", path);
  const same = found.map((row) => String(row.path)).filter((each) => each.endsWith(`/${path}`));
  return same.length === 1 ? (same[0] ?? path) : path;
}

/** A file of the project, by its exact path; nothing outside it. */
function fileAt(root: string, path: string): string | null {
  const clean = normalize(path).replace(/^\.\//, '');
  if (clean.startsWith('..') || clean.startsWith('/')) return null;
  const file = join(root, clean);
  return existsSync(file) && statSync(file).isFile() ? file : null;
}

export function symbolsNamed(store: NodeStore, name: string): KnowledgeNode[] {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return store
    .byName(last, ['function', 'type', 'package'])
    .filter(
      (node) =>
        node.name === last &&
        (!name.includes('.') || node.meta.symbol === name || String(node.meta.symbol).endsWith(`.${name}`)),
    );
}

function symbolHolds(store: NodeStore, root: string, name: string, path?: string): Verified {
  const found = symbolsNamed(store, name);
  if (path === undefined)
    return found.length > 0
      ? yes(`${name} is defined in ${found[0]?.path ?? ''}`)
      : fileAt(root, name) !== null
        ? yes(`${name} exists`)
        : constantHolds(store, root, name);
  if (fileAt(root, path) === null) return no(`there is no file ${path}`);
  if (found.some((node) => node.path === path)) return yes(`${path} defines ${name}`);
  const constant = constantHolds(store, root, name, path);
  if (constant.holds) return constant;
  const elsewhere = found.map((node) => node.path).join(', ');
  return no(`${path} does not define ${name}${elsewhere ? `; ${elsewhere} does` : ''}`);
}

/** One-line constants are no nodes of their own: a definition in the text counts. */
function constantHolds(store: NodeStore, root: string, name: string, path?: string): Verified {
  if (!IDENTIFIER.test(name)) return no(`nothing is called ${name}`);
  for (const { file } of definitionsOf(store, root, name, path)) return yes(`${file} defines ${name}`);
  return no(`nothing here defines ${name}`);
}

const IDENTIFIER = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** The lines that define a constant. */
export function constantsNamed(store: NodeStore, root: string, name: string): string[] {
  return IDENTIFIER.test(name) ? [...definitionsOf(store, root, name)].map(({ line }) => line) : [];
}

function* definitionsOf(store: NodeStore, root: string, name: string, path?: string) {
  const defines = new RegExp(
    `(?:\\b(?:const|let|var|val|static|final|define|type|enum)\\b[^\\n=]*|^\\s*|[{,]\\s*)\\b${name.replaceAll('$', '\\$')}\\s*(?::[^=\\n]+)?=(?!=)[^\\n]*`,
    'mu',
  );
  for (const each of path ? [path] : filesWith(store, name)) {
    const file = fileAt(root, each);
    const line = file && defines.exec(readFileSync(file, 'utf8'))?.[0];
    if (line) yield { file: each, line };
  }
}

/** Whether any file here contains a name, as a whole word. */
export function standsInCode(store: NodeStore, root: string, name: string): Verified | undefined {
  const whole = new RegExp(`(?<![\\w$])${escapePattern(name)}(?![\\w$])`);
  for (const each of filesWith(store, name)) {
    const file = fileAt(root, each);
    if (file && whole.test(readFileSync(file, 'utf8'))) return yes(`${each} writes ${name}`);
  }
  return undefined;
}

/** Paths whose indexed text contains a word; enough to look further. */
function filesWith(store: NodeStore, _word: string): string[] {
  return store.db.all('SELECT path FROM files LIMIT 5000').map((row) => String(row.path));
}

function edgeHolds(store: NodeStore, edge: 'calls' | 'imports' | 'defines', from: string, to: string): Verified {
  const ends = (name: string): KnowledgeNode[] => {
    const [path = '', symbol] = name.split('#');
    if (symbol !== undefined) return symbolsNamed(store, symbol).filter((node) => node.path === path);
    const file = store.byKey(`code:${name}`);
    const wrapped = store.byKey(`code:package:${name}`);
    // A file calls what anything in it calls.
    const inside = file && edge === 'calls' ? store.inFile(name) : [];
    return [...(file ? [file] : []), ...inside, ...(wrapped ? [wrapped] : []), ...symbolsNamed(store, name)];
  };
  const [sources, targets] = [ends(from), new Set(ends(to).map(({ id }) => id))];
  if (sources.length === 0) return no(`nothing here is called ${from}`);
  if (targets.size === 0) return no(`nothing here is called ${to}`);
  const drawn = sources.flatMap(({ id }) => store.edges(id, 'out', [edge])).filter(({ target }) => targets.has(target));
  if (drawn.some(({ weight }) => weight > GUESSED)) return yes(`${from} ${edge} ${to}`);
  if (drawn.length > 0)
    return { holds: null, why: `${from} calls something called ${to}; whether it is this one the text does not say` };
  const back = [...targets].some((id) =>
    store.edges(id, 'out', [edge]).some(({ target }) => sources.some((one) => one.id === target)),
  );
  if (back) return no(`it is the other way round: ${to} ${edge} ${from}`);
  // A call of an ambiguous name has no recorded target: then only the text shows that it is called.
  const written = sources.some(
    ({ meta }) =>
      Array.isArray(meta.calls) &&
      meta.calls.some((call) => calledName(String(call)) === calledName(to.split('#').at(-1) ?? to)),
  );
  return edge === 'calls' && written && targets.size > 1
    ? { holds: null, why: `${from} calls something called ${to}; several are` }
    : no(`${from} does not ${edge.replace(/s$/, '')} ${to}`);
}

function patternHolds(store: NodeStore, root: string, text: string, path?: string): Verified {
  const flat = (value: string): string => value.replace(/\s+/g, ' ');
  const wanted = flat(text);
  for (const each of path ? [path] : filesWith(store, text)) {
    const file = fileAt(root, each);
    if (file === null) {
      if (path) return no(`there is no file ${path}`);
      continue;
    }
    if (flat(readFileSync(file, 'utf8')).includes(wanted)) return yes(`it is in ${each}`);
  }
  return no(`that text does not stand ${path ? `in ${path}` : 'anywhere in the project'}`);
}

function citationHolds(store: NodeStore, document: string, quote: string): Verified {
  const flat = (value: string): string => value.replace(/\s+/g, ' ').trim().toLowerCase();
  const pieces = store.db.all(
    "SELECT text FROM nodes WHERE domain = 'academic' AND (path = ? OR name = ? OR key = ?)",
    document,
    document,
    document,
  );
  if (pieces.length === 0) return no(`no document ${document} was read`);
  return pieces.some((row) => flat(String(row.text)).includes(flat(quote)))
    ? yes(`${document} says so`)
    : no(`${document} does not say that`);
}

function numberHolds(
  store: NodeStore,
  root: string,
  { of, subject, value }: Extract<FactReference, { kind: 'number' }>,
): Verified {
  const counted = count(store, root, of, subject);
  if (counted === null) return no(`nothing here is called ${subject}`);
  if (counted === 'unclear') return { holds: null, why: `not every call of ${subject} says whose it is` };
  return counted === value ? yes(`${subject} has ${value} ${of}`) : no(`${subject} has ${counted} ${of}, not ${value}`);
}

function count(
  store: NodeStore,
  root: string,
  of: 'lines' | 'symbols' | 'importers' | 'callers' | 'commits',
  subject: string,
): number | 'unclear' | null {
  const file = fileAt(root, subject);
  if (of === 'lines') return file === null ? null : readFileSync(file, 'utf8').replace(/\n$/, '').split('\n').length;
  if (of === 'callers') {
    const found = symbolsNamed(store, subject);
    if (found.length === 0) return null;
    const calls = found.flatMap(({ id }) => store.edges(id, 'in', ['calls']));
    return calls.some(({ weight }) => weight <= GUESSED) ? 'unclear' : calls.length;
  }
  const node = store.byKey(`code:${subject}`);
  if (!node) return null;
  if (of === 'symbols') return store.edges(node.id, 'out', ['defines']).length;
  if (of === 'importers') return store.edges(node.id, 'in', ['imports']).length;
  return store.db
    .all('SELECT files FROM commits')
    .filter((row) => (JSON.parse(String(row.files)) as string[]).includes(subject)).length;
}
