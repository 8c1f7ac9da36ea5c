import { HttpCode } from '#contracts/http/failure.ts';
import type { Stream } from '#contracts/http/route.ts';
import { STREAMS } from '#contracts/http/routes.ts';
import { findRun } from '#engine/find-run.ts';
import { chatOf } from '../answers/chat-answers.ts';
import { parse } from '../bind.ts';
import { HttpError } from '../http-error.ts';
import type { ServerContext } from '../server-context.ts';
import { listLive } from './list-live.ts';
import { runLive } from './run-live.ts';
import type { SseMessage } from './sse.ts';

type Messages = (signal: AbortSignal) => AsyncGenerator<SseMessage>;

/** The messages of a stream after a given id; refuses at the start what it cannot follow. */
type StreamSource = (
  serverContext: ServerContext,
  params: Readonly<Record<string, string>>,
  after: number,
) => Promise<Messages>;

/** A source for every stream: a missing one does not compile. */
const SOURCES: Readonly<Record<keyof typeof STREAMS, StreamSource>> = {
  live: async (serverContext) => (signal) => listLive(serverContext, signal),
  runLive: async (serverContext, params, after) => {
    const { run } = await findRun(serverContext.runs.store, paramsOf(STREAMS.runLive, params).run);
    return (signal) => runLive(serverContext, run, after, signal);
  },
  chatLive: async (serverContext, params, after) => {
    const { chat } = paramsOf(STREAMS.chatLive, params);
    const service = chatOf(serverContext);
    return async function* (signal) {
      for await (const event of service.events(chat, after, signal)) {
        yield { event: 'event', id: event.seq, data: event };
      }
    };
  },
};

export function liveSourceOf(name: string): StreamSource {
  if (isStream(name)) return SOURCES[name];
  throw new HttpError(400, HttpCode.bodyInvalid, `There is no stream ${JSON.stringify(name)}.`);
}

const isStream = (name: string): name is keyof typeof STREAMS => Object.hasOwn(STREAMS, name);

const paramsOf = <S extends Stream>({ params }: S, given: object) =>
  parse<S['params']>(params, given, HttpCode.queryInvalid, 'The address');
