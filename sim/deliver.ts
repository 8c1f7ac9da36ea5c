import { onAbort } from '#host/on-abort.ts';
import { chunksOf, endlessChunksOf } from './chunks.ts';
import type { SimExchange, TransportFault } from './types.ts';
import type { Adapter, Frame, Reply } from './wire/adapter.ts';

export interface Delivery {
  readonly adapter: Adapter;
  readonly reply: Reply;
  readonly stream: 'sse' | 'array' | 'none';
  readonly latency: { readonly firstTokenMs: number; readonly chunkMs: number; readonly chunkChars: number };
  readonly fault: TransportFault | undefined;
  readonly headers: Record<string, string>;
  /** Resolves at once when the signal is aborted. */
  readonly sleep: (ms: number) => Promise<void>;
  readonly signal: AbortSignal;
  /** Drops the connection without ending it. */
  readonly cut: () => Promise<void>;
  /** The client left during the answer. */
  readonly left: () => void;
  readonly ended: (outcome: Exclude<SimExchange['outcome'], 'pending'>) => void;
}

/** Sends an answer with its wire format, latency and fault. */
export async function deliver(delivery: Delivery): Promise<Response> {
  const { fault, stream, headers, latency, sleep } = delivery;
  if (stream === 'sse') return streamed(events(delivery), delivery, 'text/event-stream; charset=utf-8');
  if (fault?.kind === 'cut' || fault?.kind === 'endless') return streamed(brokenBody(delivery), delivery, JSON_TYPE);
  await sleep(latency.firstTokenMs);
  if (!delivery.signal.aborted) delivery.ended(fault === undefined ? 'served' : 'broken');
  const text = bodyText(delivery);
  return new Response(fault === undefined ? text : half(text), { headers: { ...headers, 'content-type': JSON_TYPE } });
}

const JSON_TYPE = 'application/json';

function streamed(source: Iterable<string>, delivery: Delivery, type: string): Response {
  // Named explicitly, or the server holds the first pieces back to see whether they are all there is.
  const headers = {
    ...delivery.headers,
    'content-type': type,
    'cache-control': 'no-cache',
    'transfer-encoding': 'chunked',
  };
  const pieces = paced(source, delivery);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (!done) controller.enqueue(encoder.encode(value));
      else if (delivery.fault?.kind === 'cut') await delivery.cut();
      else controller.close();
    },
    cancel: delivery.left,
  });
  return new Response(body, { headers });
}

/** The pieces, each in its time, until they run out, the client leaves, or the fault ends them. */
async function* paced(source: Iterable<string>, delivery: Delivery): AsyncGenerator<string> {
  const { latency, fault, sleep, signal } = delivery;
  const most = fault?.kind === 'cut' ? (fault.afterChunks ?? 3) : Number.POSITIVE_INFINITY;
  await sleep(latency.firstTokenMs);
  const pieces = source[Symbol.iterator]();
  let next = pieces.next();
  for (let sent = 0; !next.done && sent < most && !signal.aborted; sent += 1) {
    const piece = next.value;
    next = pieces.next();
    // Recorded before the client can see the end, so that it never reads an unfinished record.
    if (next.done || sent + 1 >= most) delivery.ended(fault === undefined ? 'served' : 'broken');
    yield piece;
    if (!next.done) await sleep(latency.chunkMs);
  }
  if (fault?.kind === 'cut') delivery.ended('broken');
  if (fault?.kind === 'endless') await new Promise<void>((resolve) => onAbort(signal, resolve));
}

function* events({ adapter, reply, latency, fault }: Delivery): Generator<string> {
  const chunk = fault?.kind === 'endless' ? endlessChunksOf : chunksOf;
  let first = true;
  for (const frame of adapter.frames(reply, (text) => chunk(text, latency.chunkChars))) {
    if (first || fault === undefined) yield encode(frame);
    else if (fault.kind === 'malformedJson') yield encode({ ...frame, data: half(frame.data) });
    // Neither a field nor an end of event: a parser must ignore it.
    else if (fault.kind === 'malformedSse') yield `dat ${frame.data}`;
    else yield encode(frame);
    first = false;
  }
}

/** Half a body, then nothing; an endless one never begins. */
function* brokenBody(delivery: Delivery): Generator<string> {
  if (delivery.fault?.kind === 'cut') yield half(bodyText(delivery));
}

/** Gemini streams a JSON array to clients that do not ask for server-sent events. */
function bodyText({ adapter, reply, stream, latency }: Delivery): string {
  if (stream === 'none') return JSON.stringify(adapter.body(reply));
  const frames = [...adapter.frames(reply, (text) => chunksOf(text, latency.chunkChars))];
  return `[${frames.map((frame) => frame.data).join(',\n')}]`;
}

const encode = (frame: Frame): string =>
  `${frame.event === undefined ? '' : `event: ${frame.event}\n`}data: ${frame.data}\n\n`;

const half = (text: string): string => text.slice(0, Math.floor(text.length / 2));
