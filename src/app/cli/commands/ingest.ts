import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { AssayError, EXIT } from '#contracts/errors.ts';
import { runProcess } from '#host/run-process.ts';
import type { IngestReport } from '#knowledge/ingest/document.ts';
import { fetchFolder, fetchSite } from '#knowledge/ingest/fetch-source.ts';
import { type IngestOptions, ingest, ingestedSources, removeSource } from '#knowledge/ingest/ingest.ts';
import { localFolder } from '#knowledge/ingest/local-folder.ts';
import type { Knowledge } from '#knowledge/knowledge.ts';
import { withKnowledge } from '#knowledge/open-knowledge.ts';
import type { Cli, JsonOption } from '../context.ts';
import { onInterrupt } from '../interrupts.ts';
import { count, plural } from '../words.ts';

export interface IngestCommand extends JsonOption {
  readonly trust?: 'official' | 'article';
  readonly pages: number;
  readonly list?: boolean;
  readonly remove?: boolean;
}

/** Reads what a person names: a file, a folder, a page or site, a git repository. Nothing else is fetched. */
export async function ingestSource(cli: Cli, wanted: string | undefined, options: IngestCommand): Promise<number> {
  const { screen, env } = cli;
  return withKnowledge(env, process.cwd(), async (knowledge) => {
    if (options.list || wanted === undefined) return listSources(cli, knowledge, options);
    const source = nameOf(wanted);
    if (options.remove) {
      const removed = removeSource(knowledge.store, source);
      if (removed === 0)
        throw new AssayError('SLICE_NOT_FOUND', `Nothing was read from ${source}.`, { next: 'assay ingest --list' });
      if (options.json) screen.json({ source, removed });
      else screen.out(`${plural(removed, 'document')} of ${source} removed`);
      return EXIT.done;
    }
    const stop = new AbortController();
    const interrupts = onInterrupt(() => stop.abort());
    try {
      const report = await ingest(knowledge.store, {
        ...(await openSource(cli, knowledge, source, options, stop.signal)),
        progress: (n, id) => {
          if (screen.isTty)
            process.stderr.write(`\r\x1b[Kreading ${count(n)}  ${id.slice(-Math.max(0, screen.width - 20))}`);
        },
      });
      if (screen.isTty) process.stderr.write('\r\x1b[K');
      if (options.json) screen.json(report);
      else for (const line of reportLines(report)) screen.out(line);
      return report.documents > 0 ? EXIT.done : EXIT.failed;
    } finally {
      interrupts.release();
    }
  });
}

const isAddress = (wanted: string): boolean => /^https?:\/\//.test(wanted);
const isRepository = (wanted: string): boolean =>
  /^(git@|ssh:\/\/|git:\/\/|file:\/\/)/.test(wanted) || /\.git\/?$/.test(wanted);

const nameOf = (wanted: string): string => (isAddress(wanted) || isRepository(wanted) ? wanted : resolve(wanted));

async function openSource(
  { env }: Cli,
  knowledge: Knowledge,
  source: string,
  options: IngestCommand,
  signal: AbortSignal,
): Promise<IngestOptions> {
  const trust = (own: 'official_docs' | 'article') =>
    options.trust === undefined ? own : options.trust === 'official' ? 'official_docs' : 'article';
  if (isRepository(source)) {
    const folder = await cloned(source, join(knowledge.store.db.file, '..', 'sources'), env);
    return {
      source,
      kind: 'doc',
      trust: trust('official_docs'),
      documents: fetchFolder(folder, (path) => `${source}/${path}`),
    };
  }
  if (isAddress(source)) {
    const documents = fetchSite(source, { fetch: globalThis.fetch, pages: options.pages, signal });
    return { source, kind: 'article', trust: trust('article'), documents };
  }
  return { ...localFolder(knowledge.root, source), trust: trust('official_docs') };
}

/** The newest state of a repository, with the person's own git and its credentials. */
async function cloned(address: string, folder: string, env: Cli['env']): Promise<string> {
  const place = join(
    folder,
    `${basename(address, '.git').replace(/[^\w.-]/g, '_')}-${hash('sha256', address, 'hex').slice(0, 10)}`,
  );
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (existsSync(place)) await rm(place, { recursive: true });
  const { exitCode, stderr } = await runProcess({
    program: 'git',
    args: ['clone', '--quiet', '--depth', '1', '--no-tags', '--', address, place],
    cwd: folder,
    env: {
      ...Object.fromEntries(Object.entries(env).filter((entry) => entry[1] !== undefined)),
      GIT_TERMINAL_PROMPT: '0',
    } as Record<string, string>,
    timeoutMs: 600_000,
  });
  if (exitCode === 0) return place;
  throw new AssayError(
    'SOURCE_UNREADABLE',
    `git cannot clone ${address}: ${stderr.text.trim().split('\n').at(-1) ?? ''}`,
    {
      next: 'Clone it yourself and name the folder, or log in to its host with git first.',
    },
  );
}

function listSources({ screen }: Cli, { store }: Knowledge, { json }: IngestCommand): number {
  const sources = ingestedSources(store);
  if (json) screen.json({ sources });
  else if (sources.length === 0) screen.out('Nothing was read yet: assay ingest PATH or assay ingest URL.');
  else
    for (const { source, documents, passages, trust, at } of sources) {
      screen.out(
        `${source}  ${screen.paint('dim', `${plural(documents, 'document')}, ${plural(passages, 'passage')}, ${trust}, ${new Date(at).toISOString().slice(0, 10)}`)}`,
      );
    }
  return EXIT.done;
}

function reportLines({ documents, passages, unchanged, removed, skipped }: IngestReport): string[] {
  return [
    `${plural(documents, 'document')} read, ${plural(passages, 'new passage')}, ${count(unchanged)} unchanged, ${count(removed)} gone`,
    ...skipped.slice(0, 20).map(({ id, why }) => `left out: ${id}: ${why}`),
    ...(skipped.length > 20 ? [`and ${count(skipped.length - 20)} more left out`] : []),
  ];
}
