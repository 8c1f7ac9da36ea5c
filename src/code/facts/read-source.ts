import { type ParseLimits, parseText } from '../parse/parse-text.ts';
import type { SyntaxTree } from '../parse/syntax-tree.ts';
import { grammarOf } from '../symbols/languages.ts';
import type { Definition } from './definition.ts';
import type { LanguageRules, ParsedSource } from './language.ts';
import { rulesOf } from './languages.ts';
import { readScopes } from './scopes.ts';

export type SourceResult =
  | { readonly ok: true; readonly source: ParsedSource }
  | { readonly ok: false; readonly why: 'no-language' | 'too-slow' | 'too-large' | 'parser-failed' };

/**
 * Parses a text in a language (`typescript`, `tsx`, `javascript`, `python`, …), or in the language of a file's name.
 */
export async function readSource(text: string, language: string, limits?: ParseLimits): Promise<SourceResult> {
  const grammar = language.includes('.') ? grammarOf(language) : language;
  const rules = grammar === undefined ? undefined : rulesOf(grammar);
  if (!rules || grammar === undefined) return { ok: false, why: 'no-language' };
  const parsed = await parseText(text, grammar, limits);
  if (parsed.ok) return { ok: true, source: sourceOf(parsed.tree, rules) };
  return { ok: false, why: parsed.why === 'no-grammar' ? 'no-language' : parsed.why };
}

/** Computed on first use: a caller that wants the imports does not pay for the rest. */
function sourceOf(tree: SyntaxTree, rules: LanguageRules): ParsedSource {
  const definitions = once(() => rules.definitions(tree));
  const at = once(() => new Map(definitions().flatMap((one) => [[one.node.id, one] as const, ...byBody(one)])));
  const byPath = once(() => Map.groupBy(definitions(), ({ path }) => path));
  const scopes = once(() => readScopes(tree, rules.scopes));
  return {
    text: tree.text,
    tree,
    rules,
    get definitions() {
      return definitions();
    },
    get definitionAt() {
      return at();
    },
    get definitionsOf() {
      return byPath();
    },
    get scopes() {
      return scopes();
    },
  };
}

const byBody = (one: Definition): (readonly [number, Definition])[] => (one.body ? [[one.body.id, one]] : []);

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
