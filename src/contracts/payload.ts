import { z } from 'zod';
import { BlobHash, ScopeId } from './ids.ts';
import { type Json, LoggedJson } from './json.ts';

export type Payload =
  | { readonly inline: Json }
  | { readonly blob: BlobHash; readonly bytes: number }
  | { readonly arrivals: { readonly scope: ScopeId; readonly join: string } }
  | { readonly record: { readonly [key: string]: Payload } };

/** A value in the log: small ones inline, large ones as a blob, a join's input as a pointer to what arrived. */
export const Payload: z.ZodType<Payload> = z.union([
  z.object({ inline: LoggedJson }),
  z.object({ blob: BlobHash, bytes: z.number().int() }),
  z.object({ arrivals: z.object({ scope: ScopeId, join: z.string() }) }),
  z.object({
    record: z.record(
      z.string(),
      z.lazy(() => Payload),
    ),
  }),
]);

/** A larger payload becomes a blob, so that one large answer does not slow every reader. */
export const INLINE_LIMIT_BYTES = 32 * 1024;
