import { type Definition, isFunction } from './definition.ts';
import type { ParsedSource, Replacement } from './language.ts';
import { readSource } from './read-source.ts';

export interface StubRequest {
  /** What a stub throws: the name of an error class. */
  readonly sentinel: string;
  /** A line that imports or defines the name, inserted where the file has no such name yet. */
  readonly importLine?: string;
  /** Paths of the functions and classes to stub; default: all of the file. */
  readonly only?: readonly string[];
}

export type StubsResult =
  | {
      readonly ok: true;
      readonly text: string;
      /** Paths of the functions that are stubs now. */
      readonly stubbed: readonly string[];
      /** Constants that keep a function inside a call (`memo(() => …)`): loading the file needs them unchanged. */
      readonly kept: readonly string[];
      /** Stubs that run when the file is loaded, which then fails. */
      readonly calledOnLoad: readonly string[];
    }
  | { readonly ok: false; readonly why: string };

/** A file with its types, signatures and constants, whose functions only throw. */
export async function makeStubs(text: string, language: string, request: StubRequest): Promise<StubsResult> {
  const read = await readSource(text, language);
  if (!read.ok) return { ok: false, why: `The text could not be read (${read.why}).` };
  const { source } = read;
  const [broken] = source.tree.errors;
  if (broken) return { ok: false, why: `Line ${broken.firstLine} is not valid ${source.rules.name}.` };
  const missing = request.only?.filter((path) => !source.definitionsOf.has(path)) ?? [];
  if (missing.length > 0) return { ok: false, why: `There is no ${missing.join(', ')} in the text.` };

  const chosen = outermost(source.definitions.filter((one) => isFunction(one) && isChosen(one, request.only)));
  const edits = chosen.flatMap((one) => {
    const edit = source.rules.stubs.stub(one, request.sentinel);
    return edit ? [{ path: one.path, edit }] : [];
  });
  const stubs = edits.map(({ edit }) => edit);
  const stubbedText = apply(text, [...stubs, ...importEdit(source, request, stubs.length > 0)]);

  const again = await readSource(stubbedText, source.tree.grammar);
  if (!again.ok) return { ok: false, why: `The stubs could not be read back (${again.why}).` };
  const [wrong] = again.source.tree.errors;
  if (wrong) return { ok: false, why: `Line ${wrong.firstLine} would not be valid: ${wrong.text.slice(0, 80)}` };
  const stubbed = [...new Set(edits.map(({ path }) => path))];
  const real = stubbed.find((path) => !isStub(again.source, path, request.sentinel));
  if (real !== undefined) return { ok: false, why: `${real} would not be a stub.` };
  return { ok: true, text: stubbedText, stubbed, kept: keptIn(source), calledOnLoad: onLoad(source, stubbed) };
}

const isChosen = ({ path }: Definition, only: readonly string[] | undefined): boolean =>
  !only || only.some((name) => path === name || path.startsWith(`${name}.`));

/** Definitions inside a replaced body go with it. */
function outermost(definitions: readonly Definition[]): Definition[] {
  let end = -1;
  return definitions.filter(({ body }) => {
    if (!body || body.start < end) return false;
    end = body.end;
    return true;
  });
}

function importEdit(source: ParsedSource, { sentinel, importLine }: StubRequest, needed: boolean): Replacement[] {
  if (!needed || importLine === undefined || source.scopes.file.names.has(sentinel.split('.')[0] ?? sentinel))
    return [];
  const at = source.rules.stubs.importOffset(source.tree);
  const newline = source.text.includes('\r\n') ? '\r\n' : '\n';
  const lineBreak = at > 0 && !/[\n\uFEFF]/.test(source.text.charAt(at - 1)) ? newline : '';
  return [{ start: at, end: at, text: `${lineBreak}${importLine}${newline}` }];
}

function apply(text: string, edits: readonly Replacement[]): string {
  const sorted = edits.toSorted((a, b) => a.start - b.start);
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text: replacement } of sorted) {
    parts.push(text.slice(at, start), replacement);
    at = end;
  }
  return [...parts, text.slice(at)].join('');
}

function isStub(source: ParsedSource, path: string, sentinel: string): boolean {
  const found = (source.definitionsOf.get(path) ?? []).filter(isFunction);
  const kinds = found.map((one) => source.rules.stubs.check(one, sentinel).kind);
  return kinds.includes('throws') && kinds.every((kind) => kind !== 'real');
}

function keptIn(source: ParsedSource): string[] {
  const values = source.definitions.filter(
    ({ kind, path, name }) => /^(constant|variable)$/.test(kind) && path === name,
  );
  return values.filter(({ body }) => body && hasFunction(source, body.id, body.after)).map(({ path }) => path);
}

function hasFunction(source: ParsedSource, from: number, after: number): boolean {
  for (let id = from; id < after; id += 1) {
    const node = source.tree.node(id);
    if (!node.named || source.rules.scopes.opens(node) !== 'function') continue;
    // A function with a name of its own (a method of an object) has been replaced.
    const holder = node.parent;
    if (!source.definitionAt.has(id) && !(holder && source.definitionAt.has(holder.id))) return true;
    id = node.after - 1;
  }
  return false;
}

/** Calls outside all functions. */
function onLoad(source: ParsedSource, stubbed: readonly string[]): string[] {
  const { tree, rules, scopes } = source;
  const found = new Set<string>();
  for (let id = 0; id < tree.size; ) {
    const node = tree.node(id);
    const inFunction = id > 0 && node.named && rules.scopes.opens(node) === 'function';
    const call = inFunction ? undefined : rules.chains.call(node);
    const name = call && rules.chains.root(call.callee);
    const declared = name?.kind === 'name' ? scopes.find(name.name, node) : undefined;
    const path = declared && source.definitionAt.get(declared.node.id)?.path;
    if (path !== undefined && stubbed.includes(path)) found.add(path);
    id = inFunction ? node.after : id + 1;
  }
  return [...found];
}
