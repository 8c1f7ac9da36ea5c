// A process that opens an index and asks: node reader.ts ROOT DATABASE QUESTIONS. Prints one line of JSON.
import { graphNeighbours } from '../../src/knowledge/graph/traverse.ts';
import { Knowledge } from '../../src/knowledge/knowledge.ts';
import { resolve } from '../../src/knowledge/resolve/resolve.ts';
import { madeUpQuestions, numbers } from './generated-project.ts';
import { p95, processorTime } from './processor-time.ts';

const [root = '', database = '', count = '100'] = process.argv.slice(2);
const opening = processorTime(() => new Knowledge(root, database));
const knowledge = opening.result;
const first = processorTime(() => knowledge.code.search('where is the lease of a session kept'));
const each = (seed: number, ask: (question: string) => void): number[] =>
  madeUpQuestions(Number(count), seed).map((question) => processorTime(() => ask(question)).ms);

const hybrid = each(2, (question) => knowledge.code.search(question));
const cold = each(3, (question) => resolve(knowledge, question));
const hits = { yes: 0, no: 0 };
const cached = each(3, (question) => {
  hits[resolve(knowledge, question).cached ? 'yes' : 'no'] += 1;
});
const next = numbers(5);
const functions = Number(knowledge.store.db.get("SELECT max(id) AS n FROM nodes WHERE kind = 'function'")?.n);
let reached = 0;
const walks = Array.from({ length: Number(count) }, () => {
  const from = 1 + Math.floor(next() * functions);
  return processorTime(() => {
    reached += graphNeighbours(knowledge.store, from, {
      way: 'out',
      depth: 3,
      kinds: ['calls', 'imports'],
      limit: 1_000,
    }).length;
  }).ms;
});
console.log(
  JSON.stringify({
    open: opening.ms,
    first: first.ms,
    hybrid: p95(hybrid),
    cold: p95(cold),
    cached: p95(cached),
    hits: hits.yes / (hits.yes + hits.no),
    walk: p95(walks),
    reached: reached / walks.length,
    megabytes: process.resourceUsage().maxRSS / 1_024,
  }),
);
knowledge.close();
