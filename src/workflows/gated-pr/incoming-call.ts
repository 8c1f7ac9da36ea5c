import { z } from 'zod';
import { Call } from './call.ts';

/** A tool call of a connected client, with the ticket for its answer. */
export const IncomingCall = z.object({ ticket: z.string().min(1), call: Call });
export type IncomingCall = z.infer<typeof IncomingCall>;
