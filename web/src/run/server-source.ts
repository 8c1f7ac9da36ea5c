import { ApiError, pathOf } from '#contracts/http/call-route.ts';
import { Failure } from '#contracts/http/failure.ts';
import { FILES, ROUTES, TOTAL_BYTES_HEADER } from '#contracts/http/routes.ts';
import { call } from '../api/call.ts';
import { ask as askServer } from '../api/key.ts';
import type { BlobText, RunSource } from './source.tsx';

const kept = new Map<string, Promise<BlobText>>();
const MOST_KEPT = 40;

/** Blobs from the server; what is under a hash never changes, so it is asked for once. */
export const serverSource: RunSource = {
  blob(hash) {
    const known = kept.get(hash);
    if (known) return known;
    const asked = ask(hash);
    kept.set(hash, asked);
    asked.catch(() => kept.delete(hash));
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return asked;
  },
  transcript: (run, act, attempt, from, signal) =>
    call(ROUTES.transcript, { params: { run, act }, query: { attempt, from } }, signal),
};

async function ask(hash: string): Promise<BlobText> {
  const response = await askServer(pathOf(FILES.blob, { params: { hash } }));
  const text = await response.text();
  if (!response.ok) {
    const failure = Failure.safeParse(safeJson(text));
    const { code = 'UNEXPECTED', message = `The server answered with status ${response.status}.` } =
      failure.data?.error ?? {};
    throw new ApiError(response.status, code, message);
  }
  const total = Number(response.headers.get(TOTAL_BYTES_HEADER) ?? text.length);
  return { text, total, cut: new TextEncoder().encode(text).byteLength < total };
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
