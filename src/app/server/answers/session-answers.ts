import { getCookie, setCookie } from 'hono/cookie';
import type { sessionRoutes } from '#contracts/http/session-routes.ts';
import type { Handlers } from '../bind.ts';
import type { BrowserSessions } from '../browser-sessions.ts';
import type { World } from '../world.ts';

export interface Door {
  readonly sessions: BrowserSessions;
  /** A one-time link to the page. */
  newLink(): string;
}

export const sessionAnswers = (world: World, { sessions, newLink }: Door): Handlers<typeof sessionRoutes> => ({
  session: async () => ({
    version: world.version,
    server: world.server,
    me: world.me,
    home: world.runs.home.root,
    startedAt: world.startedAt,
    chat: world.chat !== null,
    example: await world.showcase.offer(),
  }),
  newLink: async () => ({ url: newLink() }),
  signOut: async (_, c) => {
    await sessions.close(getCookie(c, sessions.cookie) ?? '');
    setCookie(c, sessions.cookie, '', { path: '/', httpOnly: true, sameSite: 'Strict', maxAge: 0 });
    return { ok: true };
  },
});
