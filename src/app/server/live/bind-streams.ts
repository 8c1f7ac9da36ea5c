import type { Context, Hono } from 'hono';
import { HttpCode } from '#contracts/http/failure.ts';
import { STREAMS } from '#contracts/http/routes.ts';
import { isOver } from '#contracts/http/run-shown.ts';
import { findRun } from '../../find-run.ts';
import { chatOf } from '../answers/chat-answers.ts';
import { parse } from '../bind.ts';
import type { ServerContext } from '../server-context.ts';
import { showRun } from '../shown-run.ts';
import { listLive } from './list-live.ts';
import { runLive } from './run-live.ts';
import type { SseMessage } from './sse.ts';
import type { Streams } from './streams.ts';

export function bindStreams(app: Hono, serverContext: ServerContext, streams: Streams): void {
  app.get(STREAMS.live.path, (c) => streams.respond(c, serverContext, (signal) => listLive(serverContext, signal)));

  app.get(STREAMS.runLive.path, async (c) => {
    const { params, query } = STREAMS.runLive;
    const wanted = parse(params, c.req.param(), HttpCode.queryInvalid, 'The address');
    const { after = 0 } = parse(query, c.req.query(), HttpCode.queryInvalid, 'The query');
    const header = await findRun(serverContext.runs.store, wanted.run);
    const seen = lastSeen(c);
    // Who has seen all of a run that is over, and comes back, need not come again.
    if (seen !== null && seen >= header.head && isOver(showRun(serverContext, header).shown)) return c.body(null, 204);
    return streams.respond(c, serverContext, (signal) => runLive(serverContext, header.run, seen ?? after, signal));
  });

  app.get(STREAMS.chatLive.path, async (c) => {
    const chat = chatOf(serverContext);
    const { params, query } = STREAMS.chatLive;
    const wanted = parse(params, c.req.param(), HttpCode.queryInvalid, 'The address');
    const { after = 0 } = parse(query, c.req.query(), HttpCode.queryInvalid, 'The query');
    const from = lastSeen(c) ?? after;
    return streams.respond(c, serverContext, async function* (signal): AsyncGenerator<SseMessage> {
      for await (const event of chat.events(wanted.chat, from, signal)) {
        yield { event: 'event', id: event.seq, data: event };
      }
    });
  });
}

/** What a browser sends when it comes back. */
function lastSeen(c: Context): number | null {
  const id = c.req.header('last-event-id');
  return id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : null;
}
