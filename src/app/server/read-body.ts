import type { Context } from 'hono';
import { HttpCode } from '#contracts/http/failure.ts';
import { readRequest } from '#host/read-request.ts';
import { HttpError } from './http-error.ts';

export const MOST_BODY = 1024 * 1024;

/** The body as text, read up to a limit. */
export async function readBody(c: Context, most = MOST_BODY): Promise<string> {
  const bytes = await readRequest(c.req.raw, most);
  if (bytes === null) throw tooLarge(most);
  return new TextDecoder().decode(bytes);
}

const tooLarge = (most: number): HttpError =>
  new HttpError(413, HttpCode.bodyTooLarge, `A request may have at most ${most} bytes.`);
