import type { ParseLimits } from '../parse/parse-text.ts';
import { bodyHash } from './body-hash.ts';
import { callsOf, reachableCalls } from './calls.ts';
import { type Definition, linesOf, toSymbol } from './definition.ts';
import type { Body, CallFact, CodeSymbol, ExportFact, ImportFact, StubFinding, TestFileFacts } from './fact-types.ts';
import type { ParsedSource } from './language.ts';
import { mentionsOf } from './mentions.ts';
import { outerNames } from './outer-names.ts';
import { readSource, type SourceResult } from './read-source.ts';

/** The facts about a source text. A name is a path such as `Stack.push`. */
export interface SourceFacts {
  readonly symbols: readonly CodeSymbol[];
  readonly imports: readonly ImportFact[];
  readonly exports: readonly ExportFact[];
  /** Lines that the grammar cannot parse. Empty for a clean text. */
  readonly errorLines: readonly number[];
  /** One for each definition of that name that has a body. */
  bodies(name: string): Body[];
  /** With `through`, also what the functions of the same file that it calls call. */
  calls(name: string, through?: boolean): CallFact[];
  stubs(name: string, sentinel: string): StubFinding[];
  /** Lines of this file that use the name, according to its scopes; for a member, every line with its last part. */
  mentions(name: string): number[];
  tests(): TestFileFacts;
  /** Names that somewhere refer to the file's scope or to nothing in the file, and not only to local variables. */
  outerNames(): ReadonlySet<string>;
}

export type FactsResult =
  | { readonly ok: true; readonly facts: SourceFacts }
  | Extract<SourceResult, { readonly ok: false }>;

/** Parses a text in a language (`typescript`, `tsx`, `javascript`, `python`), or in the language of a file's name. */
export async function readFacts(text: string, language: string, limits?: ParseLimits): Promise<FactsResult> {
  const read = await readSource(text, language, limits);
  return read.ok ? { ok: true, facts: factsOf(read.source) } : read;
}

export function factsOf(source: ParsedSource): SourceFacts {
  const named = (name: string): readonly Definition[] => source.definitionsOf.get(name) ?? [];
  const { rules, tree } = source;
  return {
    get symbols() {
      return source.definitions.map(toSymbol);
    },
    get imports() {
      return rules.imports(tree);
    },
    get exports() {
      return rules.exports(tree, source.definitions);
    },
    get errorLines() {
      return [...new Set(tree.errors.map(({ firstLine }) => firstLine))];
    },
    bodies: (name) => named(name).flatMap(({ body }) => (body ? [toBody(body)] : [])),
    calls: (name, through = false) =>
      named(name).flatMap((one) => (through ? reachableCalls(source, one.whole) : callsOf(source, one))),
    stubs: (name, sentinel) => named(name).map((one) => rules.stubs.check(one, sentinel)),
    mentions: (name) => mentionsOf(source, name),
    tests: () => rules.tests(source),
    outerNames: () => outerNames(source),
  };
}

const toBody = (body: NonNullable<Definition['body']>): Body => ({
  text: body.text,
  hash: bodyHash(body),
  lines: linesOf(body),
});
