import { z } from 'zod';

const Responses = z.object({ type: z.enum(['response.refusal.delta', 'response.refusal.done']) });
const Chat = z.object({ choices: z.array(z.object({ delta: z.object({ refusal: z.string().min(1) }) })).min(1) });

/** Whether an event in OpenAI's format is a refusal: the client in the Azure package drops these. */
export const saysRefusal = (event: unknown): boolean =>
  Responses.safeParse(event).success || Chat.safeParse(event).success;
