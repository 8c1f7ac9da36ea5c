import { EXIT } from '#contracts/errors.ts';
import type { Facet } from '#knowledge/code/facets.ts';
import { withKnowledge } from '#knowledge/open-knowledge.ts';
import { packCode } from '#knowledge/resolve/code-pack.ts';
import type { FileHit } from '#knowledge/search/code-search.ts';
import type { Cli, JsonOption } from '../context.ts';
import type { Screen } from '../screen.ts';
import { refresh } from './index-code.ts';

export interface FindOptions extends JsonOption {
  readonly in: Facet;
  readonly limit: number;
  readonly pack?: number;
}

/** Files and functions that words are about, best first. */
export async function find({ screen, env }: Cli, words: readonly string[], options: FindOptions): Promise<number> {
  return withKnowledge(env, process.cwd(), async (knowledge) => {
    await refresh(screen, knowledge);
    const text = words.join(' ');
    const hits = knowledge.code.search(text, { limit: options.limit, facet: options.in });
    if (options.pack !== undefined) {
      const pack = packCode(knowledge.root, hits, options.pack);
      if (options.json) screen.json({ query: text, ...pack });
      else screen.out(pack.text || 'no_matches');
    } else if (options.json) screen.json({ query: text, hits });
    else if (hits.length === 0) screen.out('Nothing in this project has any of these words.');
    else for (const hit of hits) showHit(screen, hit);
    return hits.length > 0 ? EXIT.done : EXIT.failed;
  });
}

function showHit({ out, paint }: Screen, { path, chunks }: FileHit): void {
  out(paint('bold', path));
  for (const { symbol, first, last } of chunks.slice(0, 3)) {
    if (symbol !== '') out(`  ${symbol} ${paint('dim', `${path}:${first}-${last}`)}`);
  }
}
