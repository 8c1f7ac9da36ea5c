import { syncHistory } from '#attempts/knowledge/sync-history.ts';
import { EXIT } from '#contracts/errors.ts';
import { promote } from '#knowledge/history/record-run.ts';
import { type HistoryHit, searchHistory } from '#knowledge/history/search-history.ts';
import { withKnowledge } from '#knowledge/open-knowledge.ts';
import type { KnowledgeKind } from '#knowledge/store/kinds.ts';
import { withRuns } from '../../open-runs.ts';
import type { Cli, JsonOption } from '../context.ts';
import type { Screen } from '../screen.ts';

export interface HistoryOptions extends JsonOption {
  readonly only?: 'failures' | 'decisions' | 'sessions' | 'facts';
  readonly run?: string;
  readonly limit: number;
  readonly promote?: number;
}

const KINDS: Readonly<Record<NonNullable<HistoryOptions['only']>, KnowledgeKind>> = {
  failures: 'failure',
  decisions: 'decision',
  sessions: 'session',
  facts: 'pattern',
};

/** What happened in this project's runs before: by words, or the newest. */
export async function history(
  { screen, env }: Cli,
  words: readonly string[],
  options: HistoryOptions,
): Promise<number> {
  return withRuns(env, (runs) =>
    withKnowledge(env, process.cwd(), async (knowledge) => {
      await syncHistory(knowledge, runs);
      if (options.promote !== undefined) promote(knowledge.store, options.promote);
      const hits = searchHistory(knowledge, {
        ...{ words: words.join(' '), limit: options.limit },
        ...(options.only ? { kinds: [KINDS[options.only]] } : {}),
        ...(options.run ? { session: options.run } : {}),
      });
      if (options.json) screen.json({ hits });
      else if (hits.length === 0)
        screen.out(words.length > 0 ? 'Nothing like that is known.' : 'Nothing has happened here yet.');
      else for (const hit of hits) show(screen, hit);
      return hits.length > 0 ? EXIT.done : EXIT.failed;
    }),
  );
}

function show({ out, paint }: Screen, { id, kind, text, at, run, trust, resolution }: HistoryHit): void {
  const day = new Date(at).toISOString().slice(0, 16).replace('T', ' ');
  out(`${paint(kind === 'failure' ? 'red' : 'bold', kind)} ${text}`);
  if (resolution !== null) out(paint('green', `  put right: ${resolution}`));
  out(paint('dim', `  ${id}, ${day}, ${run === null ? 'for all runs' : `run ${run}`}, trust ${trust.toFixed(2)}`));
}
