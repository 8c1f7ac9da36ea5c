import type { z } from 'zod';
import { parseJson } from '#contracts/json.ts';
import type { Refused } from '../pr-checkout.ts';
import type { ToolSaid } from './pull-request.ts';
import { type ToolWords, troubleOf, unreadable } from './tool-trouble.ts';

/** A tool's output parsed as JSON, or why that failed. */
export function readToolAnswer<T, R>(
  tool: ToolWords,
  doing: string,
  said: ToolSaid,
  schema: z.ZodType<T>,
  make: (value: T) => R,
): R | Refused {
  const trouble = troubleOf(tool, doing, said);
  if (trouble || said.type === 'missing') return trouble ?? unreadable(tool.name, doing, '');
  const value = schema.safeParse(parseJson(said.out));
  return value.success ? make(value.data) : unreadable(tool.name, doing, said.out);
}
