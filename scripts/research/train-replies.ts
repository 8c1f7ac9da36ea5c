// node scripts/research/train-replies.ts --mirrors DIR [--apart]: learns what replies to a pause say, from those of bench/research that
// are there to learn from and from public ones in clones below DIR, and writes src/workflows/research/reply-weights.json (then npm run
// format). Logistic regression; no set kept apart is read. --apart prints how those fare that are left out in turn.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { labelledReplies } from '../../bench/research/replies.ts';
import { FEATURE_PLACES, replyFeatures } from '../../src/workflows/research/reply-features.ts';
import { ATTITUDES, type Attitude, attitudesOf, type ReplyWeights } from '../../src/workflows/research/weigh-reply.ts';
import { composedReplies } from './composed-replies.ts';
import { publicReplies } from './public-replies.ts';

const [EPOCHS, STEP, PULL, FOLDS, COMPOSED] = [30, 0.15, 3e-5, 5, 2_600];
const LEARNED_SETS = ['tried', 'fresh', 'typed', 'chatted'] as const;

interface Row {
  readonly text: string;
  /** One of these is what it says: a label by question does not tell "yes" from "go on". */
  readonly says: readonly Attitude[];
}

const BY_LABEL: Readonly<Record<string, readonly Attitude[]>> = {
  'plan search': ['yes', 'go'],
  'plan leave': ['no', 'end'],
  'plan other': ['other'],
  'plan unclear': ['unclear', 'other'],
  'confirm leave': ['yes', 'end'],
  'confirm stay': ['no', 'go'],
  'confirm moved-on': ['other'],
  'confirm unclear': ['unclear', 'other'],
};

const { mirrors, apart: isTried = false } = parseArgs({
  options: { mirrors: { type: 'string' }, apart: { type: 'boolean' } },
}).values;
const rows: Row[] = [
  ...writtenRows(),
  ...(mirrors === undefined ? [] : publicReplies(mirrors, seeded(5))),
  ...LEARNED_SETS.flatMap(labelledReplies).map(({ stage, meant, text }) => ({
    text,
    says: BY_LABEL[`${stage} ${meant}`] ?? ['unclear' as const],
  })),
];
console.log(`${rows.length} replies`);

if (isTried) tellThoseLeftOut();
const learned = learn(rows);
const most = Array.from(learned.weights, Math.abs).reduce((one, other) => Math.max(one, other), 0);
const bytes = Int8Array.from(learned.weights as Float64Array, (weight) => Math.round((127 * weight) / most));
writeFileSync(
  join(import.meta.dirname, '../../src/workflows/research/reply-weights.json'),
  `${JSON.stringify({
    bias: learned.bias.map((one) => Number(one.toFixed(4))),
    scale: Number((most / 127).toFixed(6)),
    weights: Buffer.from(bytes.buffer).toString('base64'),
  })}\n`,
);

/** How those are read that were left out in turn; what begins alike stays together. */
function tellThoseLeftOut(): void {
  const foldOf = ({ text }: Row): number => hashOf(plainKey(text)) % FOLDS;
  const tables = Array.from({ length: FOLDS }, (_, fold) => learn(rows.filter((row) => foldOf(row) !== fold)));
  for (const attitude of ATTITUDES) {
    const of = rows.filter(({ says }) => says.length === 1 && says[0] === attitude);
    const right = of.filter((row) => best(attitudesOf(row.text, tables[foldOf(row)])) === attitude);
    console.log(`${attitude}: ${right.length} of ${of.length} when left out in turn`);
  }
}

function writtenRows(): Row[] {
  const lines = readFileSync(join(import.meta.dirname, '../../bench/research/replies-learned.txt'), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, said, text] = /^(yes|no|go|end|other|unclear) (.+)$/.exec(line) ?? [];
    return text === undefined ? [] : [{ text, says: [said as Attitude] }];
  });
}

/** Stochastic descent by AdaGrad over softmax; where several attitudes fit a label, their sum is what should be likely. */
function learn(from: readonly Row[]): ReplyWeights {
  const size = ATTITUDES.length * FEATURE_PLACES;
  const [weights, sums] = [new Float64Array(size), new Float64Array(size).fill(1e-4)];
  const bias = ATTITUDES.map(() => 0);
  const random = seeded(11);
  const composed = composedReplies(random, COMPOSED);
  const samples = [...from.flatMap((row) => variants(row, random)), ...composed].map(({ text, says }) => ({
    places: replyFeatures(text),
    says,
  }));
  const order = samples.map((_, at) => at);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(order, random);
    for (const at of order) {
      const { places, says } = samples[at] as (typeof samples)[number];
      const scores = ATTITUDES.map((_, kind) =>
        places.reduce((sum, place) => sum + (weights[kind * FEATURE_PLACES + place] ?? 0), bias[kind] ?? 0),
      );
      const top = Math.max(...scores);
      const all = scores.map((score) => Math.exp(score - top));
      const total = all.reduce((one, other) => one + other, 0);
      const likely = all.map((one) => one / total);
      const fit = ATTITUDES.reduce((sum, said, kind) => sum + (says.includes(said) ? (likely[kind] ?? 0) : 0), 1e-9);
      for (const [kind, said] of ATTITUDES.entries()) {
        const p = likely[kind] ?? 0;
        const slope = p - (says.includes(said) ? p / fit : 0);
        bias[kind] = (bias[kind] ?? 0) - 0.01 * slope;
        for (const place of places) {
          const where = kind * FEATURE_PLACES + place;
          const bend = slope + PULL * samples.length * 0.01 * (weights[where] ?? 0);
          sums[where] = (sums[where] ?? 0) + bend * bend;
          weights[where] = (weights[where] ?? 0) - (STEP * bend) / Math.sqrt(sums[where] ?? 1) / 4;
        }
      }
    }
  }
  return { weights, scale: 1, bias };
}

/** The same as people vary it: without marks, with courtesy around it, with a slip of the finger. */
function variants(row: Row, random: () => number): Row[] {
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const before = pick(['ok ', 'hmm ', 'well, ', 'oh ', 'um ', 'hey ', 'so ', 'actually ', 'ah ', 'right, ']);
  const behind = pick([' please', ' thanks', ' pls', '!', '.', ' thx', ', thank you', ' now', ' :)', ' for now']);
  const isLatin = /^[\p{sc=Latin}\p{P}\p{N}\s]+$/u.test(row.text);
  const isShort = row.text.length > 60 || !isLatin;
  return [
    row,
    ...(isShort
      ? []
      : [
          { ...row, text: before + row.text },
          { ...row, text: row.text + behind },
        ]),
    ...(row.text.length < 6 || !isLatin ? [] : [{ ...row, text: slipped(row.text, random) }]),
  ];
}

function slipped(text: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (text.length - 2));
  const kind = random();
  if (kind < 0.4) return text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2);
  if (kind < 0.7) return text.slice(0, at) + text.slice(at + 1);
  return text.slice(0, at) + (text[at] ?? '') + text.slice(at);
}

function best(likely: Readonly<Record<Attitude, number>>): Attitude {
  return ATTITUDES.reduce((one, other) => (likely[other] > likely[one] ? other : one));
}

function plainKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '')
    .slice(0, 12);
}

function hashOf(text: string): number {
  let hash = 7;
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}

function shuffle(list: number[], random: () => number): void {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other] as number, list[at] as number];
  }
}

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
