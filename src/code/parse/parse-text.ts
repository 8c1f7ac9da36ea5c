import { type Language, Parser } from 'web-tree-sitter';
import { copyTree } from './copy-tree.ts';
import { loadGrammar } from './grammars.ts';
import type { SyntaxTree } from './syntax-tree.ts';

export type ParseResult =
  | { readonly ok: true; readonly tree: SyntaxTree }
  | { readonly ok: false; readonly why: 'no-grammar' | 'too-slow' | 'too-large' | 'parser-failed' };

export interface ParseLimits {
  /** Of a processor. Error recovery in garbage can take long; 10 s. */
  readonly ms?: number;
  /** In UTF-16 units; 8 million. The parser needs some 300 bytes for each, and never gives them back. */
  readonly length?: number;
}

const PATIENCE_MS = 10_000;
const LONGEST = 8_000_000;

/** Parses a text. Never throws, whatever the text; what it cannot do it says. A text with mistakes still has a tree. */
export async function parseText(text: string, grammar: string, limits: ParseLimits = {}): Promise<ParseResult> {
  if (text.length > (limits.length ?? LONGEST)) return { ok: false, why: 'too-large' };
  const language = await loadGrammar(grammar).catch(() => undefined);
  if (!language) return { ok: false, why: 'no-grammar' };
  try {
    const tree = parseWith(language, text, grammar, limits.ms ?? PATIENCE_MS);
    return tree ? { ok: true, tree } : { ok: false, why: 'too-slow' };
  } catch {
    // A trap inside the module: nothing is known about this text.
    return { ok: false, why: 'parser-failed' };
  }
}

function parseWith(language: Language, text: string, grammar: string, ms: number): SyntaxTree | undefined {
  const began = process.cpuUsage();
  // Time on a processor: on a busy machine a file is no harder to read than on a quiet one.
  const late = (): boolean => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1_000 >= ms;
  };
  const parser = new Parser().setLanguage(language);
  try {
    const tree = parser.parse(text, null, { progressCallback: late });
    if (!tree) return undefined;
    try {
      return copyTree(tree, text, grammar, late);
    } finally {
      tree.delete();
    }
  } finally {
    parser.delete();
  }
}
