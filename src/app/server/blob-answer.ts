import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'hono';
import { HttpCode } from '#contracts/http/failure.ts';
import { FILES, TOTAL_BYTES_HEADER } from '#contracts/http/routes.ts';
import type { BlobHash } from '#contracts/ids.ts';
import { parse } from './bind.ts';
import { HttpError } from './http-error.ts';
import { DATA_POLICY } from './security-headers.ts';
import type { ServerContext } from './server-context.ts';

/** Of one answer. */
export const MOST_AT_ONCE = 4 * 1024 ** 2;
/** Secrets are searched in the whole blob, so it has to fit in memory. */
const MOST_READ = 64 * 1024 ** 2;

/** A blob as text: never in a form that a browser would run, and with secrets redacted. */
export async function blobAnswer(c: Context, serverContext: ServerContext): Promise<Response> {
  const { hash } = parse(FILES.blob.params, c.req.param(), HttpCode.queryInvalid, 'The address');
  await refuseHuge(serverContext, hash);
  const text = new TextDecoder().decode(await serverContext.runs.blobs.get(hash));
  const bytes = new TextEncoder().encode(serverContext.redactor.text(text));
  const range = rangeOf(c.req.header('range'), bytes.byteLength);
  c.header('Content-Type', FILES.blob.type);
  c.header('Content-Disposition', `inline; filename="${hash.slice(0, 12)}.txt"`);
  c.header('Content-Security-Policy', DATA_POLICY);
  // The next redaction may remove more, so the browser must not cache it.
  c.header('Cache-Control', 'no-store');
  c.header('Accept-Ranges', 'bytes');
  c.header(TOTAL_BYTES_HEADER, String(bytes.byteLength));
  if (range === null) return c.body(bytes.slice(0, MOST_AT_ONCE));
  const [from, to] = range;
  c.header('Content-Range', `bytes ${from}-${to}/${bytes.byteLength}`);
  return c.body(bytes.slice(from, to + 1), 206);
}

/** `bytes=0-99`, `bytes=100-`, `bytes=-100`: both ends included, at most this much at once. */
export function rangeOf(header: string | undefined, size: number): readonly [number, number] | null {
  if (header === undefined) return null;
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? [];
  // Several ranges, or another unit: the whole is a valid answer to those.
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (from > to) throw new HttpError(416, HttpCode.rangeInvalid, `There are ${size} bytes.`);
  return [from, Math.min(to, from + MOST_AT_ONCE - 1)];
}

async function refuseHuge({ runs }: ServerContext, hash: BlobHash): Promise<void> {
  const file = join(runs.home.blobs, hash.slice(0, 2), hash.slice(2));
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size <= MOST_READ) return;
  throw new HttpError(413, HttpCode.bodyTooLarge, `The blob has ${size} bytes; ${MOST_READ} are shown at most.`, file);
}
