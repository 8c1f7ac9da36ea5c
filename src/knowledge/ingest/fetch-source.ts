import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import type { FetchedDocument } from './document.ts';
import { readHtml } from './formats/html.ts';
import { typeByHeader, typeByName } from './read-document.ts';

export const MOST_SOURCE_BYTES = 20_000_000;
const SKIPPED_FOLDERS = new Set([
  'node_modules',
  '.git',
  '.hg',
  'dist',
  'build',
  'target',
  '.venv',
  'venv',
  '__pycache__',
]);

export type Fetched = FetchedDocument | { readonly id: string; readonly skipped: string };

/** Every document below a folder, or the one file. Links are not followed. `idOf` returns how each is cited. */
export function* fetchFolder(path: string, idOf: (file: string) => string): Generator<Fetched> {
  const top = lstatSync(path, { throwIfNoEntry: false });
  if (top === undefined) throw new AssayError('FILE_MISSING', `There is no ${path}.`);
  const open = [path];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const about = lstatSync(at, { throwIfNoEntry: false });
    if (about?.isDirectory()) {
      const inside = readdirSync(at).filter((name) => !SKIPPED_FOLDERS.has(name));
      open.push(
        ...inside
          .sort()
          .reverse()
          .map((name) => join(at as string, name)),
      );
      continue;
    }
    const type = typeByName(at) ?? (at === path ? 'text' : null);
    if (about === undefined || !about.isFile() || type === null) continue;
    const id = idOf(relative(path, at));
    if (about.size > MOST_SOURCE_BYTES) yield { id, skipped: `larger than ${MOST_SOURCE_BYTES / 1e6} MB` };
    else yield { id, type, bytes: readFileSync(at) };
  }
}

export interface FetchSiteOptions {
  readonly fetch: typeof fetch;
  /** The maximum number of pages of a site. */
  readonly pages: number;
  readonly signal?: AbortSignal;
}

/** The page a person named and, where they want more than one, those it links to below its own address. */
export async function* fetchSite(address: string, { fetch, pages, signal }: FetchSiteOptions): AsyncGenerator<Fetched> {
  const top = new URL(address);
  const below = new URL('.', top);
  const open = [top.href];
  const seen = new Set<string>(open);
  for (let read = 0; read < pages && open.length > 0; read += 1) {
    const url = open.shift() ?? '';
    const page = await fetchPage(url, fetch, signal);
    yield page;
    if ('skipped' in page || page.type !== 'html') continue;
    for (const link of readHtml(new TextDecoder().decode(page.bytes), url).links ?? []) {
      const target = URL.canParse(link, url) ? new URL(link, url) : null;
      if (target === null) continue;
      target.hash = '';
      if (target.origin !== below.origin || !target.pathname.startsWith(below.pathname) || seen.has(target.href))
        continue;
      seen.add(target.href);
      open.push(target.href);
    }
  }
}

async function fetchPage(url: string, get: typeof fetch, signal?: AbortSignal): Promise<Fetched> {
  try {
    const timeout = AbortSignal.timeout(30_000);
    const response = await get(url, {
      redirect: 'follow',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (!response.ok) return { id: url, skipped: `the server answered ${response.status}` };
    const type = typeByHeader(response.headers.get('content-type') ?? '', url);
    if (type === null) return { id: url, skipped: `not a document (${response.headers.get('content-type')})` };
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (size > MOST_SOURCE_BYTES) return { id: url, skipped: `larger than ${MOST_SOURCE_BYTES / 1e6} MB` };
      chunks.push(chunk);
    }
    return { id: url, type, bytes: Buffer.concat(chunks) };
  } catch (thrown) {
    if (signal?.aborted) throw thrown;
    return { id: url, skipped: `it could not be fetched (${reasonOf(thrown)})` };
  }
}

function reasonOf(thrown: unknown): string {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  return cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : String(cause);
}
