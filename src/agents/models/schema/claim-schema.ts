import { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import type { Json } from '#contracts/json.ts';
import { JsonSchema } from '#contracts/model.ts';

/** Every step of an attempt asks for the same one. */
const MADE = new WeakMap<JsonSchema, z.ZodType>();

/** The zod schema of a JSON Schema; one with parts that zod cannot check is refused rather than half checked. */
export function zodOf(schema: JsonSchema): z.ZodType {
  const made = MADE.get(schema);
  if (made !== undefined) return made;
  try {
    const type = z.fromJSONSchema(schema);
    MADE.set(schema, type);
    return type;
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new AssayError('CONFIG_INVALID', `the schema cannot be used: ${problem}`, {
      next: 'Use the plain keywords of JSON Schema (type, properties, required, items, enum, anyOf …).',
      cause,
    });
  }
}

/** The JSON Schema of a zod schema, for a model. */
export const schemaOf = (type: z.ZodType): JsonSchema => JsonSchema.parse(z.toJSONSchema(type, { io: 'input' }));

/** Says what is wrong with a value, or null. Compiled once, for many values. */
export function checkerOf(schema: JsonSchema): (value: Json) => string | null {
  const type = zodOf(schema);
  return (value) => {
    const read = type.safeParse(value);
    return read.success ? null : problemsOf(read.error);
  };
}

const MOST = 5;

function problemsOf({ issues }: z.ZodError): string {
  const said = issues.slice(0, MOST).map(({ path, message }) => `${path.join('.') || 'the value'}: ${message}`);
  const more = issues.length > MOST ? [`and ${issues.length - MOST} more`] : [];
  return [...said, ...more].join('; ');
}
