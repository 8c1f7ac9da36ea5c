import type { Context } from 'hono';
import { toErrorInfo } from '#contracts/errors.ts';
import { HttpCode } from '#contracts/http/failure.ts';
import { toJson } from '#contracts/json.ts';
import { HttpError } from '../http-error.ts';
import { redactAnswer } from '../redact-answer.ts';
import type { ServerContext } from '../server-context.ts';
import { type SseMessage, sseBody } from './sse.ts';

const MOST = 64;

/** The open streams of the server. */
export class Streams {
  readonly #leaving = new AbortController();
  #open = 0;

  get open(): number {
    return this.#open;
  }

  respond(
    c: Context,
    serverContext: ServerContext,
    messages: (signal: AbortSignal) => AsyncGenerator<SseMessage>,
  ): Response {
    if (this.#leaving.signal.aborted) throw new HttpError(503, HttpCode.stopping, 'The server is stopping.');
    if (this.#open >= MOST) {
      throw new HttpError(503, HttpCode.tooManyStreams, `${MOST} pages look on already.`, 'Close some of them.');
    }
    this.#open += 1;
    const { redactor, log, runs } = serverContext;
    const body = sseBody(
      messages,
      {
        clock: runs.clock,
        write: (data) => JSON.stringify(redactAnswer(redactor, toJson(data, 'event'))),
        closed: (thrown) => {
          this.#open -= 1;
          if (thrown !== null) log.warn('A stream broke off.', { path: c.req.path, error: toErrorInfo(thrown) });
        },
      },
      AbortSignal.any([this.#leaving.signal, c.req.raw.signal]),
    );
    c.header('Content-Type', 'text/event-stream; charset=utf-8');
    c.header('Cache-Control', 'no-store');
    return c.body(body);
  }

  /** Disconnects every client. */
  close(): void {
    this.#leaving.abort();
  }
}
