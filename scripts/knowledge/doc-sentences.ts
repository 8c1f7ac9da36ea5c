import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseText } from '../../src/code/parse/parse-text.ts';
import { grammarOf } from '../../src/code/symbols/languages.ts';
import { facetOf } from '../../src/knowledge/code/facets.ts';
import { outlineOf } from '../../src/knowledge/code/outline.ts';

export interface DocumentedFile {
  readonly path: string;
  /** Without its comments, every line where it was. */
  readonly text: string;
  readonly functions: readonly {
    readonly name: string;
    readonly symbol: string;
    readonly code: string;
    readonly sentence: string;
  }[];
}

const LARGEST = 300_000;

/** The source files of a folder with the first sentence that each function's documentation says of it ('' for none). */
export async function* documentedFiles(folder: string): AsyncGenerator<DocumentedFile> {
  for (const path of globSync('**/*', { cwd: folder }).sort()) {
    const grammar = grammarOf(path);
    const file = join(folder, path);
    if (!grammar || facetOf(path) !== 'source' || !statSync(file).isFile() || statSync(file).size > LARGEST) continue;
    const whole = readFileSync(file, 'utf8');
    const parsed = await parseText(whole, grammar, { ms: 3_000 });
    if (!parsed.ok) continue;
    const { symbols, comments } = outlineOf(parsed.tree);
    let text = whole;
    for (const [from, to] of comments.toReversed())
      text = text.slice(0, from) + text.slice(from, to).replace(/[^\n]/g, ' ') + text.slice(to);
    const functions = symbols
      .filter(({ kind }) => kind === 'function')
      .map(({ name, path: symbol, start, code, end }) => {
        const inside = comments.filter(([from, to]) => from >= start && to <= end);
        const above = inside.filter(([, to]) => to <= code);
        const doc =
          above.length > 0
            ? above
            : inside.slice(0, 1).filter(([from]) => /^[rubf]?("""|''')/i.test(whole.slice(from, from + 4)));
        const said = doc.map(([from, to]) => whole.slice(from, to)).join('\n');
        return { name, symbol, code: text.slice(code, end), sentence: firstSentence(said, name) };
      });
    yield { path, text, functions };
  }
}

/** Without the marks of a comment, and without the name of the function where the sentence begins with it (Go). */
function firstSentence(said: string, name: string): string {
  const text = said
    .replace(/^[\s/*#"'r!]+|^\s*[*/#]+/gm, ' ')
    .replace(/\{@\w+\s+([^}]*)\}/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  const sentence = text.split(/(?<=[.!?])\s|@\w+|\s:\w+/)[0]?.trim() ?? '';
  return sentence.startsWith(`${name} `) ? sentence.slice(name.length + 1) : sentence;
}
