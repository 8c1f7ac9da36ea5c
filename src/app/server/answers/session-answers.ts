import type { Context } from 'hono';
import { HttpCode } from '#contracts/http/failure.ts';
import type { sessionRoutes } from '#contracts/http/session-routes.ts';
import type { Handlers } from '../bind.ts';
import type { BrowserSessions } from '../browser-sessions.ts';
import { HttpError } from '../http-error.ts';
import type { OneTimeLinks } from '../one-time-links.ts';
import type { ServerContext } from '../server-context.ts';

export interface SessionAnswersOptions {
  readonly sessions: BrowserSessions;
  readonly links: OneTimeLinks;
  /** A one-time link to the page. */
  newLink(): string;
}

export const sessionAnswers = (
  serverContext: ServerContext,
  { sessions, links, newLink }: SessionAnswersOptions,
): Handlers<typeof sessionRoutes> => ({
  enter: async ({ body: { token } }) => {
    if (links.exchange(token) !== 'granted') throw linkUsed();
    return { key: await sessions.open() };
  },
  session: async () => ({
    version: serverContext.version,
    server: serverContext.server,
    me: serverContext.me,
    home: serverContext.runs.home.root,
    startedAt: serverContext.startedAt,
    chat: serverContext.chat !== null,
    example: await serverContext.showcase.offer(),
  }),
  newLink: async () => ({ url: newLink() }),
  signOut: async (_, c) => {
    await sessions.close(bearerKey(c));
    return { ok: true };
  },
});

/** The key that an admitted browser sends with every request; empty where it sends none. */
export const bearerKey = (c: Context): string =>
  /^Bearer ([\w-]{1,200})$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '';

const linkUsed = (): HttpError =>
  new HttpError(
    401,
    HttpCode.linkUsed,
    'This link is no longer valid: it works once, so that no one can use it after you.',
    'Start `assay serve` again for a new one. A browser that was let in before opens the page without it.',
  );
