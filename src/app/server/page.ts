import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { NONCE_PLACEHOLDER } from '#contracts/http/session-routes.ts';
import { BUILD_COMMAND, plainPage } from './plain-page.ts';
import { FILE_POLICY, pagePolicy } from './security-headers.ts';
import type { StaticFiles } from './static-files.ts';

/** The page and its files. Every address without a file is one that the page itself handles. */
export async function servePage(c: Context, files: StaticFiles): Promise<Response> {
  const { path } = c.req;
  const file = path === '/' ? null : await files.get(path);
  if (file && file.type !== HTML) {
    c.header('Content-Type', file.type);
    c.header('Cache-Control', file.forever ? 'public, max-age=31536000, immutable' : 'no-cache');
    c.header('Content-Security-Policy', FILE_POLICY);
    return c.body(new Uint8Array(await file.read()));
  }
  if (/\.[a-z0-9]+$/i.test(path) && path !== INDEX)
    return showPlain(c, 404, 'File not found', [`${path} is not part of the page. Go back to the start page.`]);
  const index = await files.get(INDEX);
  if (!index)
    return showPlain(c, 503, 'The page is not built', [
      'The server runs, and the page it shows has not been built yet.',
      `In the folder of Assay, run \`${BUILD_COMMAND}\`, then reload.`,
    ]);
  const nonce = newNonce();
  const html = new TextDecoder().decode(await index.read()).replaceAll(NONCE_PLACEHOLDER, nonce);
  return showHtml(c, 200, html, nonce);
}

export function showPlain(c: Context, status: PageStatus, title: string, text: readonly string[]): Response {
  const nonce = newNonce();
  return showHtml(c, status, plainPage(title, text, nonce), nonce);
}

function showHtml(c: Context, status: PageStatus, html: string, nonce: string): Response {
  c.header('Content-Type', HTML);
  c.header('Cache-Control', 'no-store');
  c.header('Content-Security-Policy', pagePolicy(nonce));
  return c.body(html, status);
}

type PageStatus = 200 | 401 | 403 | 404 | 503;

const INDEX = '/index.html';
const HTML = 'text/html; charset=utf-8';
const newNonce = (): string => randomBytes(16).toString('base64');
