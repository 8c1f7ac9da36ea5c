import type { Context } from 'hono';
import { HttpCode } from '#contracts/http/failure.ts';
import { HttpError } from './http-error.ts';

export const MOST_BODY = 1024 * 1024;

/**
 * The body as text, read no further than it may be long. Our own and not hono's `bodyLimit`, which throws at a body
 * that is sent in chunks where the server does not replace the global `Request` (seen with 4.13.17).
 */
export async function readBody(c: Context, most = MOST_BODY): Promise<string> {
  if (Number(c.req.header('content-length') ?? 0) > most) throw tooLarge(most);
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw tooLarge(most);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

const tooLarge = (most: number): HttpError =>
  new HttpError(413, HttpCode.bodyTooLarge, `A request may have at most ${most} bytes.`);
