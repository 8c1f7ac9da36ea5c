import { z } from 'zod';
import { ErrorInfo } from '../errors.ts';
import { STREAM_PATH } from './stream-path.ts';

/** One stream, followed as part of a shared connection. */
export const Topic = z.object({
  /** Chosen by the client; repeated in every message. */
  id: z.number().int().nonnegative(),
  /** A name in `STREAMS`. */
  stream: z.string().max(40),
  params: z.record(z.string().max(40), z.string().max(200)).default({}),
  /** Send messages with a greater id; all of them where it is null. */
  after: z.number().int().nonnegative().nullable().default(null),
});
export type Topic = z.infer<typeof Topic>;

const MOST_TOPICS = 200;

/**
 * Any number of streams over one connection: a browser allows six to one server, over all its windows. `POST` with the
 * topics; to change them, ask again with the last id of each as `after`.
 */
export const TOPICS = {
  path: STREAM_PATH,
  body: z.object({ topics: z.array(Topic).min(1).max(MOST_TOPICS) }),
  events: {
    /** A message of a topic's stream: `name` and `data` are those of the stream. */
    message: z.object({ topic: z.number(), name: z.string(), id: z.number().nullable(), data: z.unknown() }),
    /** The stream has ended. */
    over: z.object({ topic: z.number() }),
    /** It could not be followed, or broke off. */
    refused: z.object({ topic: z.number(), error: ErrorInfo }),
  },
} as const;
