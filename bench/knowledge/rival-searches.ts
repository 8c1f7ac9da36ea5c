import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { calledName } from '../../src/knowledge/code/references.ts';
import type { Knowledge } from '../../src/knowledge/knowledge.ts';
import { STOP_WORDS } from '../../src/knowledge/text/stop-words.ts';

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Paths, best first. */
export type FindFiles = (question: string) => readonly string[];

const wordsOf = (question: string): string[] => [
  ...new Set(
    (question.match(/[\p{L}_$][\p{L}\p{N}_$]{2,}/gu) ?? []).filter((word) => !STOP_WORDS.has(word.toLowerCase())),
  ),
];

/** What an agent does with ripgrep: the files that have most of the words, then those with most lines of them. */
export function byGrep(files: readonly SourceFile[]): FindFiles {
  const lower = files.map(({ path, text }) => ({ path, lines: text.toLowerCase().split('\n') }));
  return (question) => {
    const words = wordsOf(question).map((word) => word.toLowerCase());
    return lower
      .map(({ path, lines }) => {
        const counts = words.map((word) => lines.reduce((sum, line) => sum + (line.includes(word) ? 1 : 0), 0));
        const distinct = counts.filter((count) => count > 0).length;
        return { path, distinct, lines: counts.reduce((sum, count) => sum + count, 0) };
      })
      .filter(({ distinct }) => distinct > 0)
      .sort((a, b) => b.distinct - a.distinct || b.lines - a.lines)
      .map(({ path }) => path);
  };
}

/** SQLite's full text as it comes: a row a file, ranked by bm25. */
export function byFts5(files: readonly SourceFile[]): FindFiles {
  const db = new DatabaseSync(':memory:');
  db.exec("CREATE VIRTUAL TABLE texts USING fts5 (path, body, tokenize = 'unicode61')");
  const insert = db.prepare('INSERT INTO texts VALUES (?, ?)');
  for (const { path, text } of files) insert.run(path, text);
  const select = db.prepare('SELECT path FROM texts WHERE texts MATCH ? ORDER BY bm25(texts) LIMIT 50');
  return (question) => {
    const words = wordsOf(question);
    if (words.length === 0) return [];
    return select.all(words.map((word) => `"${word}"`).join(' OR ')).map((row) => String(row.path));
  };
}

const Calls = z.array(z.tuple([z.string(), z.string(), z.number(), z.number(), z.array(z.string())]));
const DAMPING = 0.85;
const ROUNDS = 20;

/**
 * A repository map in aider's manner: files point to the files that define what they use; names that the question mentions
 * weigh ten times as much, and files whose path it mentions are where the walk begins.
 */
export function byRepoMap(knowledge: Knowledge, files: readonly SourceFile[]): FindFiles {
  const number = new Map(files.map(({ path }, at) => [path, at]));
  const definers = new Map<string, Set<number>>();
  const uses: [number, string][] = [];
  for (const { path, chunks } of knowledge.store.db.all('SELECT path, chunks FROM files')) {
    const file = number.get(String(path));
    if (file === undefined) continue;
    for (const [symbol, , , , calls] of Calls.parse(JSON.parse(String(chunks)))) {
      const name = symbol.slice(symbol.lastIndexOf('.') + 1);
      if (name !== '') definers.set(name, (definers.get(name) ?? new Set()).add(file));
      for (const call of calls) uses.push([file, calledName(call)]);
    }
  }
  return (question) => {
    const words = new Set(wordsOf(question).map((word) => word.toLowerCase()));
    const out = files.map(() => new Map<number, number>());
    for (const [file, name] of uses)
      for (const definer of definers.get(name) ?? []) {
        if (definer === file) continue;
        const weight = (words.has(name.toLowerCase()) ? 10 : 1) / (definers.get(name)?.size ?? 1);
        out[file]?.set(definer, (out[file]?.get(definer) ?? 0) + weight);
      }
    const begins = files.map(
      ({ path }) => 0.01 + [...words].filter((word) => path.toLowerCase().includes(word)).length,
    );
    const whole = begins.reduce((sum, each) => sum + each, 0);
    let ranks = begins.map((each) => each / whole);
    for (let round = 0; round < ROUNDS; round += 1) {
      const next = begins.map((each) => ((1 - DAMPING) * each) / whole);
      ranks.forEach((rank, from) => {
        const edges = out[from] ?? new Map<number, number>();
        const total = [...edges.values()].reduce((sum, each) => sum + each, 0);
        for (const [to, weight] of edges) next[to] = (next[to] ?? 0) + (DAMPING * rank * weight) / total;
      });
      ranks = next;
    }
    return [...files.keys()].sort((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0)).map((at) => files[at]?.path ?? '');
  };
}
