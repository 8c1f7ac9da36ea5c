import { type Language, Parser } from 'web-tree-sitter';
import { copyTree } from './copy-tree.ts';
import { loadGrammar } from './grammars.ts';
import type { SyntaxTree } from './syntax-tree.ts';

export type ParseResult =
  | { readonly ok: true; readonly tree: SyntaxTree }
  | { readonly ok: false; readonly why: 'no-grammar' | 'too-slow' | 'too-large' | 'parser-failed' };

export interface ParseLimits {
  /** CPU time. Error recovery in garbage can take long; default 10 s. */
  readonly ms?: number;
  /** In UTF-16 units; default 8 million. The parser needs some 300 bytes for each, and never returns them. */
  readonly length?: number;
}

const PATIENCE_MS = 10_000;
const LONGEST = 8_000_000;

/** Parses a text. Never throws; a failure is an outcome. A text with syntax errors still has a tree. */
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
  // CPU time: on a busy machine a file is no harder to parse than on an idle one.
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
