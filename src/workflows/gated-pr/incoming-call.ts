import { z } from 'zod';
import { Call } from './call.ts';

/** A tool call of a connected client, with the ticket that its answer will be asked for by. */
export const IncomingCall = z.object({ ticket: z.string().min(1), call: Call });
export type IncomingCall = z.infer<typeof IncomingCall>;
