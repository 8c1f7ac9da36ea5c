import { z } from 'zod';
import type { Json } from '#contracts/json.ts';

/** A tool's input by the JSON Schema that others wrote; one that cannot be read takes any object: the server checks it. */
export function inputFrom(schema: Readonly<Record<string, Json>>): z.ZodObject {
  try {
    const read = z.fromJSONSchema({ ...schema, type: 'object' });
    if (read instanceof z.ZodObject) return read;
  } catch {
    // A dialect of its own, or a schema that refers to itself.
  }
  return z.looseObject({});
}
