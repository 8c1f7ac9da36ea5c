import { z } from 'zod';
import { ExampleOffer } from './example-routes.ts';
import { get, post, remove } from './route.ts';

/**
 * A one-time link is the page's address with `#token=…`. A browser does not send what follows the #: the page trades it
 * for a key, which it keeps for its own origin and sends with every request as `Authorization: Bearer KEY`. It is no
 * cookie, since cookies go to every port of this machine, an agent's dev server among them.
 */
export const TOKEN_FRAGMENT = 'token';

/** The placeholder for a nonce in index.html (vite: `html.cspNonce`); the server puts in a new one for each request. */
export const NONCE_PLACEHOLDER = 'ASSAY_CSP_NONCE';

export const sessionRoutes = {
  /** The one route that needs no key. Answers LINK_USED where the link was used or is invalid. */
  enter: post('/api/session/key', {
    body: z.object({ token: z.string().min(1).max(200) }),
    answer: z.object({ key: z.string() }),
  }),
  /** Answers NOT_SIGNED_IN without a valid key. */
  session: get('/api/session', {
    answer: z.object({
      version: z.string(),
      /** Changes when the server restarts. */
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
