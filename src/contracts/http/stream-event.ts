import type { z } from 'zod';
import type { Stream } from './route.ts';

type Events<S extends Stream> = S['events'];

export type StreamEvent<S extends Stream> = {
  [Name in keyof Events<S> & string]: { readonly name: Name; readonly data: z.output<Events<S>[Name]> };
}[keyof Events<S> & string];

/** One event of a stream, checked; null for a name this client does not know (from a newer server). */
export function checkStreamEvent<S extends Stream>({ events }: S, name: string, data: unknown): StreamEvent<S> | null {
  const schema = Object.hasOwn(events, name) ? events[name] : undefined;
  if (!schema) return null;
  // The schema of this name has just checked the data against the union's type.
  return { name, data: schema.parse(data) } as StreamEvent<S>;
}
