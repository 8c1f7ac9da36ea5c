import { z } from 'zod';
import { ExampleOffer } from './example-routes.ts';
import { get, post, remove } from './route.ts';

/** The query of the page's address that carries a one-time link's token: `/?token=…` becomes a cookie and `/`. */
export const TOKEN_QUERY = 'token';

/** What index.html writes where a nonce belongs (vite: `html.cspNonce`); the server puts a new one in every time. */
export const NONCE_PLACEHOLDER = 'ASSAY_CSP_NONCE';

export const sessionRoutes = {
  /** Answers NOT_SIGNED_IN without a valid cookie. */
  session: get('/api/session', {
    answer: z.object({
      version: z.string(),
      /** Changes when the server was started anew. */
      server: z.string(),
      /** The person's name on this machine. */
      me: z.string(),
      home: z.string(),
      startedAt: z.number(),
      chat: z.boolean(),
      example: ExampleOffer,
    }),
  }),
  /** A new one-time link, to open the page in another browser. */
  newLink: post('/api/session/link', { body: z.object({}), answer: z.object({ url: z.string() }) }),
  signOut: remove('/api/session', { answer: z.object({ ok: z.literal(true) }) }),
};
