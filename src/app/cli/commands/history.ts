import { syncHistory } from '#attempts/knowledge/sync-history.ts';
import { EXIT } from '#contracts/errors.ts';
import { promote } from '#knowledge/history/record-run.ts';
import { type CommitHit, searchCommits } from '#knowledge/history/search-commits.ts';
import { type HistoryHit, searchHistory } from '#knowledge/history/search-history.ts';
import { withKnowledge } from '#knowledge/open-knowledge.ts';
import type { KnowledgeKind } from '#knowledge/store/kinds.ts';
import { withRuns } from '../../open-runs.ts';
import type { Cli, JsonOption } from '../context.ts';
import type { Screen } from '../screen.ts';

export interface HistoryOptions extends JsonOption {
  readonly only?: keyof typeof KINDS | 'commits';
  readonly run?: string;
  readonly limit: number;
  readonly promote?: number;
}

const KINDS = {
  failures: 'failure',
  decisions: 'decision',
  sessions: 'session',
  facts: 'pattern',
} as const satisfies Record<string, KnowledgeKind>;

/** What happened before: entries of earlier runs by words, or the newest; with words, past commits too. */
export async function history(
  { screen, env }: Cli,
  words: readonly string[],
  options: HistoryOptions,
): Promise<number> {
  return withRuns(env, (runs) =>
    withKnowledge(env, process.cwd(), async (knowledge) => {
      await syncHistory(knowledge, runs);
      if (options.promote !== undefined) promote(knowledge.store, options.promote);
      const query = { words: words.join(' '), limit: options.limit };
      const hits = options.only === 'commits' ? [] : searchHistory(knowledge, { ...query, ...filterOf(options) });
      const commits = asksForCommits(words, options)
        ? searchCommits(knowledge.store, query.words, Math.max(0, query.limit - hits.length))
        : [];
      if (options.json) screen.json({ hits, commits });
      else if (hits.length + commits.length === 0) screen.out(nothingFound(words, options));
      for (const hit of options.json ? [] : hits) show(screen, hit);
      for (const commit of options.json ? [] : commits) showCommit(screen, commit);
      return hits.length + commits.length > 0 ? EXIT.done : EXIT.failed;
    }),
  );
}

function filterOf({ only, run }: HistoryOptions) {
  return { ...(only && only !== 'commits' ? { kinds: [KINDS[only]] } : {}), ...(run ? { session: run } : {}) };
}

const asksForCommits = (words: readonly string[], { only, run }: HistoryOptions): boolean =>
  only === 'commits' || (only === undefined && run === undefined && words.length > 0);

const nothingFound = (words: readonly string[], options: HistoryOptions): string =>
  words.length > 0 || options.only === 'commits'
    ? `Nothing is known ${words.length > 0 ? 'about that' : 'yet'}. assay index reads the commits of this repository.`
    : 'No run has left anything here yet. assay history --only commits lists past commits.';

function showCommit({ out, paint }: Screen, { sha, at, subject, files }: CommitHit): void {
  const [first = '', ...others] = files;
  out(`${paint('bold', 'commit')} ${subject}`);
  out(paint('dim', `  ${sha}, ${at.slice(0, 10)}, ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`));
}

function show({ out, paint }: Screen, { id, kind, text, at, run, trust, resolution }: HistoryHit): void {
  const day = new Date(at).toISOString().slice(0, 16).replace('T', ' ');
  out(`${paint(kind === 'failure' ? 'red' : 'bold', kind)} ${text}`);
  if (resolution !== null) out(paint('green', `  fixed by: ${resolution}`));
  out(paint('dim', `  ${id}, ${day}, ${run === null ? 'for all runs' : `run ${run}`}, trust ${trust.toFixed(2)}`));
}
