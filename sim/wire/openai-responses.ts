import { z } from 'zod';
import { Json } from '#contracts/json.ts';
import type { Adapter, ParseContext } from './adapter.ts';
import { openaiErrors } from './openai-errors.ts';
import { openaiResponsesBody, openaiResponsesFrames } from './openai-responses-reply.ts';
import { expandInput, parseOpenaiResponses } from './openai-responses-request.ts';

/** OpenAI Responses. Clients refer to earlier items and responses by id, so answers are remembered. */
export const openaiResponses: Adapter = {
  api: 'openai-responses',
  parse: parseOpenaiResponses,
  body: openaiResponsesBody,
  frames: openaiResponsesFrames,
  ...openaiErrors,
  remember: rememberResponse,
};

const Stored = z.looseObject({ id: z.string(), output: z.array(Json) });
const WithId = z.looseObject({ id: z.string() });

function rememberResponse(body: unknown, response: Json, context: ParseContext) {
  const { id, output } = Stored.parse(response);
  const input = expandInput(body, context);
  const entries: (readonly [string, readonly Json[]])[] = output.map((item) => [WithId.parse(item).id, [item]]);
  return [...entries, [id, [...(input.ok ? input.items : []), ...output]] as const];
}
