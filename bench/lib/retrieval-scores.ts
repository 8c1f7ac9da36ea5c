import { packCode } from '../../src/knowledge/resolve/code-pack.ts';
import { closeTree, openTree, queriesOf, type RetrievalQuery } from './retrieval-data.ts';

export const PACK_TOKENS = 800;

/** One number a question, from 0 to 1; tokens and milliseconds as they are. */
export interface RetrievalScores {
  readonly at5: number[];
  readonly at10: number[];
  readonly mrr: number[];
  readonly packFile: number[];
  readonly packFunction: number[];
  readonly tokens: number[];
  readonly ms: number[];
  readonly doc: number[];
}

/** Asks every question of a repository, or one in `every`, and scores files, packs and functions. */
export async function scoreRetrieval(data: string, repository: string, every = 1): Promise<RetrievalScores> {
  const knowledge = await openTree(data, repository, false);
  const measured: RetrievalScores = {
    at5: [],
    at10: [],
    mrr: [],
    packFile: [],
    packFunction: [],
    tokens: [],
    ms: [],
    doc: [],
  };
  for (const [n, question] of queriesOf(data, 'dev', repository).entries()) {
    if (n % every !== 0) continue;
    const before = process.cpuUsage();
    const hits = knowledge.code.search(question.query, { limit: 50 });
    const { user, system } = process.cpuUsage(before);
    // Time of the processor: on a shared machine the clock on the wall measures the others.
    measured.ms.push((user + system) / 1000);
    const right = new Set(question.files);
    const share = (k: number): number => hits.slice(0, k).filter(({ path }) => right.has(path)).length / right.size;
    const first = hits.findIndex(({ path }) => right.has(path));
    measured.at5.push(share(5));
    measured.at10.push(share(10));
    measured.mrr.push(first < 0 ? 0 : 1 / (first + 1));
    const pack = packCode(knowledge.root, hits, PACK_TOKENS);
    measured.tokens.push(pack.tokens);
    measured.packFile.push(pack.pieces.some(({ path }) => right.has(path)) ? 1 : 0);
    if (question.functions.length > 0) {
      const wanted = new Set(question.functions);
      measured.packFunction.push(pack.pieces.some(({ path, symbol }) => wanted.has(`${path}#${symbol}`)) ? 1 : 0);
    }
  }
  closeTree(knowledge);
  const docs = queriesOf(data, 'dev-doc', repository);
  if (docs.length > 0) {
    const blank = await openTree(data, repository, true);
    docs.forEach((question, n) => {
      if (n % every === 0)
        measured.doc.push(isFound(question, blank.code.pieces(question.query, { limit: 10 })) ? 1 : 0);
    });
    closeTree(blank);
  }
  return measured;
}

/** By its name, or by nearly the same lines where the benchmark names it otherwise. */
function isFound(
  { functions, files, lines }: RetrievalQuery,
  pieces: readonly { path: string; symbol: string; first: number; last: number }[],
): boolean {
  return pieces.some(({ path, symbol, first, last }) => {
    if (path !== files[0]) return false;
    if (functions.includes(`${path}#${symbol}`)) return true;
    if (!lines) return false;
    const shared = Math.min(last, lines[1]) - Math.max(first, lines[0]) + 1;
    return shared / (Math.max(last, lines[1]) - Math.min(first, lines[0]) + 1) > 0.7;
  });
}

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
