import { z } from 'zod';
import { defineTool, type Tool } from '#contracts/tool.ts';
import { graphNeighbours } from '../graph/traverse.ts';
import { CommitHit, searchCommits } from '../history/search-commits.ts';
import { searchHistory, toHit } from '../history/search-history.ts';
import type { Knowledge } from '../knowledge.ts';
import type { KnowledgeKind } from '../store/kinds.ts';
import { answered } from './answered.ts';
import { knownPlaceOf, lookUp, placeLabelOf } from './look-up.ts';

const READS = { readOnly: true, destructive: false, idempotent: true, openWorld: false } as const;
export const PastEvent = z.object({
  kind: z.string(),
  text: z.string(),
  at: z.string(),
  run: z.string().nullable(),
  source: z.string(),
  trust: z.number(),
  resolution: z.string().nullable(),
});
const Hits = z.object({ hits: z.array(PastEvent) });

type Open = () => Promise<Knowledge>;

/** Assay's own records of earlier runs. Nothing here was written by a model. */
export function historyTools(open: Open): Tool[] {
  return [
    wordsTool(
      open,
      'search_history',
      'What happened before: failures, decisions and facts of runs; past commits.',
      undefined,
    ),
    wordsTool(open, 'find_failures', 'Earlier failures and refusals, with what put them right.', ['failure']),
    wordsTool(open, 'decisions', 'What people decided and what was merged.', ['decision']),
    wordsTool(
      open,
      'find_patterns',
      'What agents asked to remember about the project, each with what code confirmed of it.',
      ['pattern'],
    ),
    historyForCode(open),
    codeForHistory(open),
  ];
}

const wordsTool = (open: Open, name: string, description: string, kinds: readonly KnowledgeKind[] | undefined) =>
  defineTool({
    ...{ name, title: name.replaceAll('_', ' '), description },
    input: z.object({
      words: z.string().max(2_000).default('').describe('What it is about; empty for the newest'),
      run: z.string().optional().describe('Only of this run'),
      limit: z.number().int().min(1).max(50).default(8),
    }),
    output: Hits.extend({ commits: z.array(CommitHit) }),
    annotations: READS,
    examples: [{ title: 'By words', input: { words: 'retry of broken streams' } }],
    errors: {},
    positional: ['words'],
    run: async ({ words, run, limit }) => {
      const knowledge = await open();
      const query = { words, limit, ...(kinds ? { kinds } : {}), ...(run === undefined ? {} : { session: run }) };
      const commits = kinds || run !== undefined ? [] : searchCommits(knowledge.store, words, limit);
      return { ok: true, output: { hits: searchHistory(knowledge, query).map(pastEvent), commits } };
    },
  });

const historyForCode = (open: Open) =>
  defineTool({
    name: 'history_for_code',
    title: 'What happened to this code',
    description: 'Earlier failures, decisions and facts about a file or a symbol, and the commits that changed it.',
    input: z.object({ name: z.string().min(1).describe('A path, or the name of a symbol') }),
    output: Hits.extend({ commits: z.array(z.object({ sha: z.string(), subject: z.string() })) }),
    annotations: READS,
    examples: [{ title: 'A file', input: { name: 'src/host/run-process.ts' } }],
    errors: { SLICE_NOT_FOUND: 'Nothing in the project has that name.' },
    positional: ['name'],
    run: async ({ name }) =>
      answered(async () => {
        const knowledge = await open();
        const found = lookUp(knowledge, name);
        const paths = [...new Set(found.flatMap(({ path }) => path ?? []))];
        const files = paths.flatMap((path) => knowledge.store.byKey(`code:${path}`) ?? []);
        const about = [...found, ...files].flatMap(({ id }) =>
          graphNeighbours(knowledge.store, id, { way: 'in', kinds: ['modified'], limit: 20 }),
        );
        const unique = [...new Map(about.map(({ node }) => [node.id, node])).values()];
        return {
          hits: unique.map((node) => pastEvent(toHit(knowledge, node))),
          commits: commitsOf(knowledge, paths),
        };
      }),
  });

function commitsOf({ store }: Knowledge, paths: readonly string[]) {
  return store.db
    .all('SELECT sha, subject, files FROM commits ORDER BY at DESC')
    .filter((row) => (JSON.parse(String(row.files)) as string[]).some((path) => paths.includes(path)))
    .slice(0, 10)
    .map((row) => ({ sha: String(row.sha).slice(0, 12), subject: String(row.subject) }));
}

const codeForHistory = (open: Open) =>
  defineTool({
    name: 'code_for_history',
    title: 'The code an earlier event was about',
    description: 'Files that earlier failures, decisions or facts with these words were about.',
    input: z.object({ words: z.string().min(1).max(2_000) }),
    output: z.object({ places: z.array(z.object({ name: z.string(), place: z.string(), because: z.string() })) }),
    annotations: READS,
    examples: [{ title: 'By words', input: { words: 'flaky lease test' } }],
    errors: {},
    positional: ['words'],
    run: async ({ words }) => {
      const knowledge = await open();
      const places = searchHistory(knowledge, { words, limit: 10 }).flatMap(({ id, name }) =>
        graphNeighbours(knowledge.store, id, { way: 'out', kinds: ['modified'], limit: 10 }).map(({ node }) => ({
          ...{ name: placeLabelOf(node), place: knownPlaceOf(node), because: name },
        })),
      );
      return { ok: true, output: { places: [...new Map(places.map((each) => [each.place, each])).values()] } };
    },
  });

export const pastEvent = ({ kind, text, at, run, source, trust, resolution }: ReturnType<typeof toHit>) => ({
  ...{ kind, text, run, source, trust, resolution },
  at: new Date(at).toISOString(),
});
