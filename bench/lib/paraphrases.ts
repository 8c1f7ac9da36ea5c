import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AnswerCache } from '../../src/knowledge/resolve/answer-cache.ts';
import { isNearSubject } from '../../src/knowledge/resolve/near-subject.ts';
import { subjectOf } from '../../src/knowledge/resolve/subject.ts';
import { openKnowledgeDatabase } from '../../src/knowledge/store/knowledge-database.ts';
import { NodeStore } from '../../src/knowledge/store/node-store.ts';

const Asked = z.object({
  group: z.string(),
  text: z.string(),
  role: z.enum(['paraphrase', 'hard_negative']),
  ok_groups: z.array(z.string()).optional(),
});

/**
 * Every paraphrase is asked first once. Hits: how many of its group are then answered from memory. False: how many of all
 * other questions are. Only keys and subjects are compared, as the cache does: the store stays empty.
 */
export function paraphraseShares(data: string): { hits: number; wrong: number } | null {
  const file = join(data, 'paraphrase', 'dev.jsonl');
  if (!existsSync(file)) return null;
  const cache = new AnswerCache(new NodeStore(openKnowledgeDatabase(':memory:', 0).db, Date.now), Date.now);
  const asked = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => Asked.parse(JSON.parse(line)))
    .map((one) => ({ ...one, key: cache.keyOf({ text: one.text }), subject: subjectOf(one.text) }));
  const counts = { meant: 0, met: 0, others: 0, wrong: 0 };
  for (const first of asked.filter(({ role }) => role === 'paraphrase'))
    for (const then of asked) {
      if (then === first) continue;
      const isMeant = then.group === first.group && then.role === 'paraphrase';
      if (!isMeant && then.ok_groups?.includes(first.group)) continue;
      const isMet = meets(first, then);
      counts[isMeant ? 'meant' : 'others'] += 1;
      if (isMet) counts[isMeant ? 'met' : 'wrong'] += 1;
    }
  return { hits: counts.met / counts.meant, wrong: counts.wrong / counts.others };
}

interface KeyedQuestion {
  readonly key: { readonly key: string; readonly intent: string } | null;
  readonly subject: string;
}

const meets = (first: KeyedQuestion, then: KeyedQuestion): boolean =>
  first.key !== null &&
  then.key !== null &&
  (first.key.key === then.key.key ||
    (first.key.intent === then.key.intent && isNearSubject(first.subject, then.subject)));
