import { z } from 'zod';
import type { Json } from '#contracts/json.ts';

/** A tool's input by a third party's JSON Schema; one that cannot be read accepts any object: the server checks it. */
export function inputFrom(schema: Readonly<Record<string, Json>>): z.ZodObject {
  try {
    const read = z.fromJSONSchema({ ...schema, type: 'object' });
    if (read instanceof z.ZodObject) return read;
  } catch {
    // An unknown dialect, or a schema that refers to itself.
  }
  return z.looseObject({});
}
