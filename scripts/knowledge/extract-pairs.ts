/**
 * Pairs that the embedder learns from: the first sentence of a function's documentation and its code, from checkouts of
 * permissively licensed repositories. Prints JSON lines `{ q, c }` (terms of the sentence, terms of the code).
 *
 * node scripts/knowledge/extract-pairs.ts FOLDER… > pairs.jsonl
 */
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseText } from '../../src/code/parse/parse-text.ts';
import { grammarOf } from '../../src/code/symbols/languages.ts';
import { outlineOf } from '../../src/knowledge/code/outline.ts';
import { codeWords, queryWords } from '../../src/knowledge/embed/words.ts';

const MOST_FILES = 1_500;
for (const folder of process.argv.slice(2)) {
  const all = globSync('**/*', { cwd: folder }).filter(
    (path) =>
      grammarOf(path) &&
      !/(^|[/_.-])(tests?|spec|__tests__|fixtures|vendor|node_modules|testdata|dist|min)([/_.-]|$)/i.test(path),
  );
  const step = Math.max(1, all.length / MOST_FILES);
  for (let at = 0; at < all.length; at += step) {
    const path = all[Math.floor(at)] ?? '';
    const file = join(folder, path);
    if (!statSync(file).isFile() || statSync(file).size > 300_000) continue;
    const text = readFileSync(file, 'utf8');
    const parsed = await parseText(text, grammarOf(path) ?? '', { ms: 3_000 });
    if (!parsed.ok) continue;
    const { symbols, comments } = outlineOf(parsed.tree);
    for (const symbol of symbols) {
      if (symbol.kind !== 'function') continue;
      const inside = comments.filter(([from, to]) => from >= symbol.start && to <= symbol.end);
      const doc = inside.filter(([, to]) => to <= symbol.code);
      const first =
        doc.length > 0
          ? doc
          : inside.slice(0, 1).filter(([from]) => text.startsWith('"""', from) || text.startsWith('r"""', from));
      const said = first.map(([from, to]) => text.slice(from, to)).join('\n');
      const sentence =
        said
          .replace(/^[\s/*#"'r!]+|^\s*[*/#]+/gm, ' ')
          .replace(/\s+/g, ' ')
          .trim()
          .split(/(?<=[.!?])\s|@\w+/)[0] ?? '';
      let code = text.slice(symbol.code, symbol.end);
      for (const [from, to] of inside.toReversed())
        if (from >= symbol.code) code = code.slice(0, from - symbol.code) + code.slice(to - symbol.code);
      if (code.length < 40 || code.length > 8_000) continue;
      const c = codeWords({ path, name: symbol.path, text: code });
      const q = queryWords(sentence);
      if (q.length >= 3 && q.length <= 40 && c.length >= 5) console.log(JSON.stringify({ q, c }));
      // A name and a body say the same thing, too.
      const named = queryWords(symbol.name);
      if (named.length >= 2 && Math.random() < 0.25)
        console.log(
          JSON.stringify({
            q: named,
            c: codeWords({ path: '', name: '', text: code.slice(code.indexOf(symbol.name) + symbol.name.length) }),
          }),
        );
    }
  }
  console.error(folder);
}
