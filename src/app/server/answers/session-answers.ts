import { getCookie, setCookie } from 'hono/cookie';
import type { sessionRoutes } from '#contracts/http/session-routes.ts';
import type { Handlers } from '../bind.ts';
import type { BrowserSessions } from '../browser-sessions.ts';
import type { ServerContext } from '../server-context.ts';

export interface Door {
  readonly sessions: BrowserSessions;
  /** A one-time link to the page. */
  newLink(): string;
}

export const sessionAnswers = (
  serverContext: ServerContext,
  { sessions, newLink }: Door,
): Handlers<typeof sessionRoutes> => ({
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
    await sessions.close(getCookie(c, sessions.cookie) ?? '');
    setCookie(c, sessions.cookie, '', { path: '/', httpOnly: true, sameSite: 'Strict', maxAge: 0 });
    return { ok: true };
  },
});
