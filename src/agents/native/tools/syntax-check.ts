import { parseText } from '#code/parse/parse-text.ts';
import { grammarOf } from '#code/symbols/languages.ts';

const LARGEST = 512 * 1024;
const MOST = 5;
const MOST_MS = 2_000;

/**
 * Syntax errors in a file that was just written, by our own parsers: reported at once, without a server. Empty where
 * there are none, or where no parser reads such files.
 */
export async function syntaxFaults(path: string, text: string): Promise<string> {
  const grammar = grammarOf(path);
  if (grammar === undefined || text.length > LARGEST) return '';
  const parsed = await parseText(text, grammar, { ms: MOST_MS });
  if (!parsed.ok) return '';
  const { tree } = parsed;
  const lines = [...new Set(tree.errors.map(({ start }) => tree.lineAt(start)))];
  if (lines.length === 0) return '';
  const source = text.split('\n');
  const shown = lines.slice(0, MOST).map((line) => `${path}:${line}: ${source[line - 1]?.trim().slice(0, 120) ?? ''}`);
  const more = lines.length > MOST ? [`and ${lines.length - MOST} more places`] : [];
  return `\n[It does not parse as ${grammar} here:\n${[...shown, ...more].join('\n')}]`;
}
