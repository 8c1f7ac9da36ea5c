import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Knowledge } from '../../src/knowledge/knowledge.ts';
import { packCode } from '../../src/knowledge/resolve/code-pack.ts';
import { textTokensOf } from '../../src/knowledge/resolve/tokens.ts';
import { closeTree, openTree, queriesOf } from '../lib/retrieval-data.ts';
import { byFts5, byGrep, byRepoMap, type FindFiles, type SourceFile } from './rival-searches.ts';

/** An agent that has opened so many in vain looks elsewhere. */
export const PATIENCE = 10;
const PACK = 800;

export interface Trial {
  readonly recall5: number[];
  readonly recall10: number[];
  readonly first: number[];
  /** Of the search's answer and of the files opened until a right one is. */
  readonly tokens: number[];
  readonly calls: number[];
}

export const WAYS = [
  'Assay',
  'words, as ripgrep finds them (our imitation)',
  'FTS5, one row per file',
  "repository map like aider's (our imitation)",
] as const;
/** All questions of a repository, by each of the ways. */
export async function tryWays(
  data: string,
  repository: string,
  every = 1,
): Promise<Record<(typeof WAYS)[number], Trial>> {
  const knowledge = await openTree(data, repository, false);
  const files = sourceFiles(knowledge);
  const size = new Map(files.map(({ path, text }) => [path, textTokensOf(text)]));
  const assay: FindFiles = (question) => knowledge.code.search(question, { limit: 50 }).map(({ path }) => path);
  const ways: Record<(typeof WAYS)[number], FindFiles> = {
    Assay: assay,
    'words, as ripgrep finds them (our imitation)': byGrep(files),
    'FTS5, one row per file': byFts5(files),
    "repository map like aider's (our imitation)": byRepoMap(knowledge, files),
  };
  const trials = Object.fromEntries(WAYS.map((way) => [way, newTrial()])) as Record<(typeof WAYS)[number], Trial>;
  for (const { query, files: answers } of trialQuestions(data, repository, every)) {
    const right = new Set(answers);
    for (const way of WAYS) {
      const found = ways[way](query);
      const told =
        way === 'Assay'
          ? packCode(knowledge.root, knowledge.code.search(query, { limit: 50 }), PACK).tokens
          : textTokensOf(found.slice(0, PATIENCE).join('\n'));
      scoreTrial(trials[way], found, right, told, size);
    }
  }
  closeTree(knowledge);
  return trials;
}

export function scoreTrial(
  trial: Trial,
  found: readonly string[],
  right: ReadonlySet<string>,
  told: number,
  size: ReadonlyMap<string, number>,
): void {
  const share = (k: number): number => found.slice(0, k).filter((path) => right.has(path)).length / right.size;
  const at = found.findIndex((path) => right.has(path));
  trial.recall5.push(share(5));
  trial.recall10.push(share(10));
  trial.first.push(at < 0 ? 0 : 1 / (at + 1));
  const opened = found.slice(0, at < 0 ? PATIENCE : Math.min(PATIENCE, at + 1));
  trial.tokens.push(opened.reduce((sum, path) => sum + (size.get(path) ?? 0), told));
  trial.calls.push(1 + opened.length);
}

export const sourceFiles = (knowledge: Knowledge): SourceFile[] =>
  knowledge.store.db
    .all("SELECT path FROM files WHERE facet = 'source' ORDER BY path")
    .map(({ path }) => String(path))
    .map((path) => ({ path, text: readFileSync(join(knowledge.root, path), 'utf8') }));

export const newTrial = (): Trial => ({ recall5: [], recall10: [], first: [], tokens: [], calls: [] });

/** The questions of the table; all of them, or one in `every`. */
export const trialQuestions = (data: string, repository: string, every: number) =>
  queriesOf(data, 'dev', repository).filter((_, n) => n % every === 0);
