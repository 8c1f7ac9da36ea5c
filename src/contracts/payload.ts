import { z } from 'zod';
import { BlobHash, ScopeId } from './ids.ts';
import { Json } from './json.ts';

/** A value in the log: small ones inline, large ones as a blob, a join's input as a pointer to what arrived. */
export const Payload = z.union([
  z.object({ inline: Json }),
  z.object({ blob: BlobHash, bytes: z.number().int() }),
  z.object({ arrivals: z.object({ scope: ScopeId, join: z.string() }) }),
]);
export type Payload = z.infer<typeof Payload>;

/** Beyond this a payload leaves the log for a blob, so that one large answer does not slow every reader. */
export const INLINE_LIMIT_BYTES = 32 * 1024;
