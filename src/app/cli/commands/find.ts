import type { SearchWeights } from '#contracts/config.ts';
import { EXIT } from '#contracts/errors.ts';
import type { Facet } from '#knowledge/code/facets.ts';
import type { Knowledge } from '#knowledge/knowledge.ts';
import { withKnowledge } from '#knowledge/open-knowledge.ts';
import { packCode } from '#knowledge/resolve/code-pack.ts';
import type { FileHit } from '#knowledge/search/code-search.ts';
import { usage } from '../cli-error.ts';
import type { Cli, JsonOption } from '../context.ts';
import type { Screen } from '../screen.ts';
import { refresh } from './index-code.ts';

export interface FindOptions extends JsonOption {
  readonly in: Facet;
  readonly limit: number;
  readonly pack?: number;
  readonly functions?: boolean;
  readonly weights?: SearchWeights;
}

/** Files and functions that match words, best first. */
export async function find({ screen, env }: Cli, words: readonly string[], options: FindOptions): Promise<number> {
  const text = words.join(' ').trim();
  if (text === '') throw usage('the question is empty', 'Say what to look for: assay find where are blobs written');
  return withKnowledge(env, process.cwd(), async (knowledge) => {
    await refresh(screen, knowledge);
    const said = await knowledge.code.prepare(text);
    if (said) screen.err(said);
    if (options.functions) return findFunctions(screen, knowledge, text, options);
    const hits = knowledge.code.search(text, searchOptions(options));
    if (options.pack !== undefined) {
      const pack = packCode(knowledge.root, hits, options.pack);
      if (options.json) screen.json({ query: text, ...pack });
      else screen.outAsIs(pack.text || (hits.length > 0 ? TOO_SMALL : 'no_matches'));
    } else if (options.json) screen.json({ query: text, hits });
    else if (hits.length === 0) screen.out(NOTHING);
    else for (const hit of hits) showHit(screen, hit);
    return hits.length > 0 ? EXIT.done : EXIT.failed;
  });
}

const searchOptions = ({ limit, in: facet, weights }: FindOptions) => ({
  limit,
  facet,
  ...(weights ? { weights } : {}),
});

function findFunctions(screen: Screen, { code }: Knowledge, text: string, options: FindOptions): number {
  const functions = code.pieces(text, searchOptions(options));
  if (options.json) screen.json({ query: text, functions });
  else if (functions.length === 0) screen.out(NOTHING);
  else
    for (const { symbol, path, first, last } of functions)
      screen.out(`${screen.paint('bold', symbol)} ${screen.paint('dim', `${path}:${first}-${last}`)}`);
  return functions.length > 0 ? EXIT.done : EXIT.failed;
}

const TOO_SMALL = 'Nothing fits into so few tokens; --pack 200 has room for places and some code.';
const NOTHING = 'Nothing in this project has any of these words.';

function showHit({ out, paint }: Screen, { path, chunks }: FileHit): void {
  out(paint('bold', path));
  for (const { symbol, first, last } of chunks.slice(0, 3)) {
    if (symbol !== '') out(`  ${symbol} ${paint('dim', `${path}:${first}-${last}`)}`);
  }
}
