import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseText } from '../../src/code/parse/parse-text.ts';
import { grammarOf } from '../../src/code/symbols/languages.ts';
import { outlineOf } from '../../src/knowledge/code/outline.ts';
import { Knowledge } from '../../src/knowledge/knowledge.ts';

export interface RetrievalQuery {
  readonly id: string;
  readonly query: string;
  readonly files: readonly string[];
  readonly functions: readonly string[];
  readonly lines?: readonly [number, number];
}

export const REPOSITORIES = ['eslint', 'zod', 'scrapy', 'gin'] as const;

const lines = (file: string): unknown[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];

export const queriesOf = (data: string, set: string, repository: string): RetrievalQuery[] =>
  lines(join(data, set, `${repository}.jsonl`)) as RetrievalQuery[];

/** The tree of a repository at its snapshot, indexed, with the commits before it as git would give them. */
export async function openTree(data: string, repository: string, withoutComments: boolean): Promise<Knowledge> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-retrieval-'));
  const root = join(folder, 'tree');
  mkdirSync(root);
  execFileSync('tar', ['xzf', join(data, 'trees', `${repository}.tar.gz`), '-C', root]);
  if (withoutComments) await blankComments(root);
  const knowledge = new Knowledge(root, join(folder, 'knowledge.db'));
  await knowledge.index();
  const { db } = knowledge.store;
  const commits = lines(join(data, 'history', `${repository}.jsonl`)) as { s: string; f: string[] }[];
  db.transaction(() => {
    commits.forEach(({ s, f }, at) => {
      db.run('INSERT INTO commits VALUES (?, ?, ?, ?)', String(at), commits.length - at, s, JSON.stringify(f));
    });
    db.run("UPDATE facts SET value = 'bench' WHERE name = 'generation'");
  });
  return knowledge;
}

/** What was unpacked for it goes with it. */
export function closeTree({ root, store }: Knowledge): void {
  store.db.close();
  rmSync(dirname(root), { recursive: true, force: true });
}

/** Doc questions are first sentences of comments: with the comments in place they would find themselves. */
async function blankComments(root: string): Promise<void> {
  for (const path of globSync('**/*', { cwd: root })) {
    const grammar = grammarOf(path);
    if (!grammar) continue;
    const file = join(root, path);
    let text = readFileSync(file, 'utf8');
    const parsed = await parseText(text, grammar);
    if (!parsed.ok) continue;
    for (const [from, to] of outlineOf(parsed.tree).comments.toReversed())
      text = text.slice(0, from) + text.slice(from, to).replace(/[^\n]/g, ' ') + text.slice(to);
    writeFileSync(file, text);
  }
}
