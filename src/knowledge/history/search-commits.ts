import { z } from 'zod';
import { readQuery } from '../search/query.ts';
import type { NodeStore } from '../store/node-store.ts';
import { termsOf } from '../text/words.ts';

export const CommitHit = z.object({
  sha: z.string(),
  at: z.string(),
  subject: z.string(),
  files: z.array(z.string()),
});
export type CommitHit = z.infer<typeof CommitHit>;

const Files = z.array(z.string()).catch([]);

/**
 * Past commits whose subjects contain the words: those that share the rarest come first, then the newest. A subject
 * with less than half of the query's weight is about something else.
 */
export function searchCommits({ db }: NodeStore, words: string, limit: number): CommitHit[] {
  const { terms } = readQuery(words);
  const rows = db.all('SELECT sha, at, subject, files FROM commits ORDER BY at DESC');
  if (terms.length === 0) return rows.slice(0, limit).map(toHit);
  const subjects = rows.map((row) => new Set(termsOf(String(row.subject))));
  const weights = terms.map((term) => Math.log(1 + rows.length / (1 + subjects.filter((has) => has.has(term)).length)));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const scored = subjects.map((has, at) => ({
    at,
    score: terms.reduce((sum, term, nth) => sum + (has.has(term) ? (weights[nth] ?? 0) : 0), 0),
  }));
  return scored
    .filter(({ score }) => score >= whole / 2)
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, limit)
    .flatMap(({ at }) => {
      const row = rows[at];
      return row ? [toHit(row)] : [];
    });
}

const toHit = ({ sha, at, subject, files }: Record<string, unknown>): CommitHit => ({
  sha: String(sha).slice(0, 12),
  at: new Date(Number(at)).toISOString(),
  subject: String(subject),
  files: Files.parse(JSON.parse(String(files))),
});
