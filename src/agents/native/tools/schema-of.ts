import { z } from 'zod';
import { JsonSchema, type ToolSchema } from '#contracts/model.ts';

const made = new WeakMap<z.ZodObject, JsonSchema>();

/** A tool as the model is shown it. Definitions do not change, so each is converted once for all attempts. */
export function toolSchema(tool: { name: string; description: string; input: z.ZodObject }): ToolSchema {
  const { name, description, input } = tool;
  const known = made.get(input);
  if (known !== undefined) return { name, description, input: known };
  const { $schema: _dialect, ...schema } = JsonSchema.parse(z.toJSONSchema(input, { io: 'input' }));
  made.set(input, schema);
  return { name, description, input: schema };
}
