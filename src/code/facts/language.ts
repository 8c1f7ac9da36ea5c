import type { SyntaxNode, SyntaxTree } from '../parse/syntax-tree.ts';
import type { Definition } from './definition.ts';
import type { CallKind, ExportFact, ImportFact, StubFinding, TestFileFacts } from './fact-types.ts';
import type { ScopeRules, Scopes } from './scopes.ts';

/**
 * What the facts need to know of a language; one file for each part, combined in `javascript/rules.ts` and its
 * siblings.
 */
export interface LanguageRules {
  readonly name: string;
  /** Names of its grammars. */
  readonly grammars: readonly string[];
  definitions(tree: SyntaxTree): Definition[];
  imports(tree: SyntaxTree): ImportFact[];
  exports(tree: SyntaxTree, definitions: readonly Definition[]): ExportFact[];
  readonly scopes: ScopeRules;
  readonly chains: ChainRules;
  tests(source: ParsedSource): TestFileFacts;
  readonly stubs: StubRules;
}

export interface ChainRules {
  call(node: SyntaxNode): { readonly kind: CallKind; readonly callee: SyntaxNode } | undefined;
  /** One step down a callee: from `a.b` to `a`, leaving `.b`. Undefined at its root. */
  step(node: SyntaxNode): { readonly inner: SyntaxNode; readonly leaves: string } | undefined;
  /** Of a root: a name, the object a method belongs to, or anything else. */
  root(node: SyntaxNode): { readonly kind: 'name' | 'self' | 'other'; readonly name: string };
}

export interface StubRules {
  check(definition: Definition, sentinel: string): StubFinding;
  /** The text that replaces a body, or undefined where it is left as it is. */
  stub(definition: Definition, sentinel: string): Replacement | undefined;
  /** Where a line that imports the sentinel goes. */
  importOffset(tree: SyntaxTree): number;
}

export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text with its tree and the facts found so far: plain data, nothing to close. */
export interface ParsedSource {
  readonly text: string;
  readonly tree: SyntaxTree;
  readonly rules: LanguageRules;
  readonly definitions: readonly Definition[];
  /** By the number of its node or of its body. */
  readonly definitionAt: ReadonlyMap<number, Definition>;
  /** By path; overloads, a getter and its setter, and duplicates share one. */
  readonly definitionsOf: ReadonlyMap<string, readonly Definition[]>;
  readonly scopes: Scopes;
}
