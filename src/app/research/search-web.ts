import { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import type { Home } from '#host/home.ts';
import { openSource, sourceFiles } from '#sources/open-source.ts';
import { WebHit } from '#workflows/research/state.ts';

type Env = Readonly<Record<string, string | undefined>>;

const Answer = z.object({ results: z.array(WebHit) });
/** Every query costs money, and goes to a third party. */
const MOST_QUERIES = 3;
const MOST_HITS = 10;

/** Uses the person's own search services. A failing one is left out, and reported. */
export async function searchWeb(
  { home, env, say }: { readonly home: Home; readonly env: Env; say(line: string): void },
  queries: readonly string[],
  signal: AbortSignal,
): Promise<WebHit[]> {
  const services = (await sourceFiles(home).list()).filter(({ type }) => type === 'web-search');
  if (services.length === 0)
    throw new AssayError('SOURCE_UNKNOWN', 'no web search is connected', {
      next: '`assay sources add NAME --search brave` adds one; without --web none is needed.',
    });
  const found = new Map<string, WebHit>();
  for (const service of services) {
    await using open = await openSource(service, home, env, signal);
    const [search] = open.tools;
    if (search === undefined) continue;
    for (const query of queries.slice(0, MOST_QUERIES)) {
      const input = search.input.parse({ query: query.slice(0, 400), limit: 5 });
      const answer = await search.run(input, { signal, cwd: home.root, progress: () => undefined });
      if (!answer.ok) {
        say(`${service.name}: ${answer.error.message}`);
        continue;
      }
      for (const hit of Answer.parse(answer.output).results) if (!found.has(hit.url)) found.set(hit.url, hit);
    }
  }
  return [...found.values()].slice(0, MOST_HITS);
}
