import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { HttpCode } from '#contracts/http/failure.ts';
import { wholeNumber } from '#contracts/http/route.ts';
import { STREAMS } from '#contracts/http/routes.ts';
import { isOver } from '#contracts/http/run-shown.ts';
import { TOPICS, type Topic } from '#contracts/http/topics.ts';
import { findRun } from '#engine/find-run.ts';
import { jsonBody, parse } from '../bind.ts';
import type { ServerContext } from '../server-context.ts';
import { showRun } from '../shown-run.ts';
import { multiplex, type TopicSource } from './multiplex.ts';
import { liveSourceOf } from './sources.ts';
import type { Streams } from './streams.ts';

const After = z.object({ after: wholeNumber.default(0) });

/** Each stream by its own address, and all of them over one connection. */
export function bindStreams(app: Hono, serverContext: ServerContext, streams: Streams): void {
  for (const [name, { path }] of Object.entries(STREAMS)) {
    app.get(path, async (c) => {
      const { after } = parse(After, c.req.query(), HttpCode.queryInvalid, 'The query');
      const seen = lastSeen(c);
      const params: Readonly<Record<string, string>> = c.req.param();
      const { run } = params;
      if (run !== undefined && seen !== null && (await sawTheEnd(serverContext, run, seen))) return c.body(null, 204);
      const messages = await liveSourceOf(name)(serverContext, params, seen ?? after);
      return streams.respond(c, serverContext, messages);
    });
  }

  app.post(TOPICS.path, async (c) => {
    const { topics } = parse(TOPICS.body, await jsonBody(c), HttpCode.bodyInvalid, 'The body');
    const sources = topics.map((topic) => topicSource(serverContext, topic));
    const failed = (error: unknown) => serverContext.log.debug('A topic could not be followed.', { error });
    return streams.respond(c, serverContext, (signal) => multiplex(sources, signal, failed));
  });
}

function topicSource(serverContext: ServerContext, { id, stream, params, after }: Topic): TopicSource {
  const source = liveSourceOf(stream);
  return {
    id,
    async *messages(signal) {
      yield* (await source(serverContext, params, after ?? 0))(signal);
    },
  };
}

/** A client that has seen all of a finished run need not reconnect. */
async function sawTheEnd(serverContext: ServerContext, wanted: string, seen: number): Promise<boolean> {
  const header = await findRun(serverContext.runs.store, wanted);
  return seen >= header.head && isOver(showRun(serverContext, header).shown);
}

/** What a client sends when it reconnects. */
function lastSeen(c: Context): number | null {
  const id = c.req.header('last-event-id');
  return id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : null;
}
