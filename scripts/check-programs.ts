import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseText } from '#code/parse/parse-text.ts';

/** Languages of programs that are written into other places, by their ending. JavaScript and shells have checks of their own. */
const GRAMMARS: Readonly<Record<string, string>> = {
  py: 'python',
  go: 'go',
  rs: 'rust',
  rb: 'ruby',
  php: 'php',
  java: 'java',
};

/** Programs that do not parse, by the grammars that Assay has itself: no language needs to be installed. */
export async function checkPrograms(root: string, paths: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  for (const path of paths) {
    const grammar = GRAMMARS[path.slice(path.lastIndexOf('.') + 1)];
    if (grammar === undefined || /\/fixtures\//.test(path)) continue;
    const parsed = await parseText(readFileSync(join(root, path), 'utf8'), grammar);
    if (!parsed.ok) problems.push(`${path}: it could not be parsed (${parsed.why})`);
    else
      for (const { start, text } of parsed.tree.errors)
        problems.push(`${path}:${parsed.tree.lineAt(start)}: this does not parse: ${text.slice(0, 60)}`);
  }
  return problems;
}
