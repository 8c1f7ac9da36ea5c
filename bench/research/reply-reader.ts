import { meaningPrompt, type ReplyMeanings } from '../../src/workflows/research/meaning.ts';
import type { ReplyTo } from '../../src/workflows/research/replies.ts';
import type { LabelledReply } from './replies.ts';

type Means = ReplyMeanings['replies'][number]['means'];

/** Says what the replies in a prompt mean. It has the prompt and nothing else. */
export type ReplyReader = (asked: ReplyTo, prompt: string) => ReplyMeanings;

/** Replies as the prompt quotes them. */
const quoted = (prompt: string): { id: string; text: string }[] =>
  [...prompt.matchAll(/<reply id="(R\d)">\n([\s\S]*?)\n<\/reply>/g)].map(([, id = '', text = '']) => ({ id, text }));

const each =
  (means: (asked: ReplyTo, text: string) => Means): ReplyReader =>
  (asked, prompt) => ({ replies: quoted(prompt).map(({ id, text }) => ({ id, means: means(asked, text) })) });

/** Models that do harm where they are believed. */
export const BAD_READERS: Readonly<Record<string, ReplyReader>> = {
  'leaves whatever is said': each(() => 'leave'),
  'takes everything for something else': each(() => 'other'),
  'answers at random': each((_, text) => (['leave', 'search', 'stay', 'other'] as const)[text.length % 4] ?? 'other'),
  'answers nothing': () => ({ replies: [] }),
};

/**
 * A small stand-in for a model: it has learned from labelled replies which letters stand beside each other in which of them (naive
 * Bayes over runs of one to four letters), and was shown none of those it is measured with.
 */
export function learnedReader(learned: readonly LabelledReply[]): ReplyReader {
  const tables = { plan: tableOf('plan', learned), leave: tableOf('leave', learned) };
  return each((asked, text) => tables[asked](text));
}

function tableOf(asked: ReplyTo, learned: readonly LabelledReply[]): (text: string) => Means {
  const counts = new Map<Means, Map<string, number>>();
  const totals = new Map<Means, { grams: number; replies: number }>();
  for (const { text, meant, stage } of learned) {
    if ((stage === 'plan') !== (asked === 'plan') || meant === 'unclear') continue;
    const label: Means = meant === 'moved-on' ? 'other' : (meant as Means);
    const own = counts.get(label) ?? new Map<string, number>();
    const total = totals.get(label) ?? { grams: 0, replies: 0 };
    for (const gram of gramsOf(text)) {
      own.set(gram, (own.get(gram) ?? 0) + 1);
      total.grams += 1;
    }
    total.replies += 1;
    counts.set(label, own);
    totals.set(label, total);
  }
  const size = new Set([...counts.values()].flatMap((own) => [...own.keys()])).size;
  const all = [...totals.values()].reduce((sum, { replies }) => sum + replies, 0);
  return (text) => {
    const scores = [...counts].map(([label, own]) => {
      const { grams = 0, replies = 0 } = totals.get(label) ?? {};
      const likely = gramsOf(text).map((gram) => Math.log(((own.get(gram) ?? 0) + 0.2) / (grams + 0.2 * size)));
      return { label, score: Math.log(replies / all) + likely.reduce((sum, one) => sum + one, 0) };
    });
    return scores.reduce((best, next) => (next.score > best.score ? next : best)).label;
  };
}

const gramsOf = (text: string): string[] => {
  const said = ` ${text.normalize('NFKC').toLowerCase()} `;
  return [1, 2, 3, 4].flatMap((length) =>
    Array.from({ length: Math.max(0, said.length - length + 1) }, (_, at) => said.slice(at, at + length)),
  );
};

export const read = (reader: ReplyReader, asked: ReplyTo, said: string): ReplyMeanings =>
  reader(asked, meaningPrompt(asked, said, 'How long a lease is held.'));
