import { ApiError, pathOf } from '#contracts/http/call-route.ts';
import { Failure } from '#contracts/http/failure.ts';
import { FILES, ROUTES, TOTAL_BYTES_HEADER } from '#contracts/http/routes.ts';
import { parseJson } from '#contracts/json.ts';
import { call } from '../api/call.ts';
import { askForKey as askServer } from '../api/key.ts';
import type { BlobText, RunSource } from './source.tsx';

const kept = new Map<string, Promise<BlobText>>();
const MOST_KEPT = 40;

/** Blobs from the server; the content of a hash never changes, so it is requested once. */
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
  more: (hash, from) => ask(hash, from),
  transcript: (run, act, attempt, from, signal) =>
    call(ROUTES.transcript, { params: { run, act }, query: { attempt, from } }, signal),
};

async function ask(hash: string, from = 0): Promise<BlobText> {
  const headers: HeadersInit = from === 0 ? {} : { range: `bytes=${from}-` };
  const response = await askServer(pathOf(FILES.blob, { params: { hash } }), { headers });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const whole = bytes.subarray(0, endOfWhole(bytes));
  const text = new TextDecoder().decode(response.ok ? whole : bytes);
  if (!response.ok) {
    const failure = Failure.safeParse(parseJson(text));
    const { code = 'UNEXPECTED', message = `The server answered with status ${response.status}.` } =
      failure.data?.error ?? {};
    throw new ApiError(response.status, code, message);
  }
  const read = from + whole.byteLength;
  const total = Number(response.headers.get(TOTAL_BYTES_HEADER) ?? read);
  return { text, total, read, cut: read < total };
}

/** The end of the last complete character: an answer may end inside one, and the next part then begins with it. */
function endOfWhole(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.byteLength); back += 1) {
    const byte = bytes[bytes.byteLength - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.byteLength - back : bytes.byteLength;
  }
  return bytes.byteLength;
}
