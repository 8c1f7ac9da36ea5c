import { z } from 'zod';
import { ErrorInfo } from '../errors.ts';
import { Json } from '../json.ts';
import { get, post } from './route.ts';

const ToolName = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/);

/** The toolbelt, for a window. */
export const toolRoutes = {
  belt: get('/api/toolbelt', {
    answer: z.object({ tools: z.array(z.object({ name: ToolName, summary: z.string() })) }),
  }),
  beltTool: get('/api/toolbelt/:tool', {
    params: z.object({ tool: ToolName }),
    answer: z.object({
      name: ToolName,
      title: z.string(),
      description: z.string(),
      /** JSON Schema of its input. */
      input: Json,
      examples: z.array(z.object({ title: z.string(), input: Json })),
    }),
  }),
  /** A tool's refusal is an answer as well. */
  runTool: post('/api/toolbelt/:tool', {
    params: z.object({ tool: ToolName }),
    body: z.object({ folder: z.string().min(1).max(4_096), input: Json }),
    answer: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), output: Json, text: z.string().nullable() }),
      z.object({ ok: z.literal(false), error: ErrorInfo }),
    ]),
  }),
};
