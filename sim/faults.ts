import { z } from 'zod';
import type { Json } from '#contracts/json.ts';
import { fillSchema } from './fill-schema.ts';
import { Latency, type SimAnswer, type SimPart, type SimRequest, TransportFault, type WireSchema } from './types.ts';

/** Answers that arrive intact and are wrong. */
export const Misbehaviour = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('wrongArguments') }),
  z.object({ kind: z.literal('brokenArguments') }),
  z.object({ kind: z.literal('unknownTool'), name: z.string().optional() }),
  z.object({ kind: z.literal('invalidClaim') }),
  z.object({ kind: z.literal('prose') }),
  z.object({ kind: z.literal('fenced') }),
  z.object({ kind: z.literal('refusal'), message: z.string().optional() }),
  z.object({ kind: z.literal('drip'), latency: Latency.partial().optional() }),
]);
export type Misbehaviour = z.infer<typeof Misbehaviour>;

export const Fault = z.union([TransportFault, Misbehaviour]);
export type Fault = z.infer<typeof Fault>;

/** Faults that providers really send, by name. */
export const rateLimited = (retryAfterMs = 1_000): Fault => ({ kind: 'status', status: 429, retryAfterMs });
export const overloaded = (retryAfterMs?: number): Fault => status(529, retryAfterMs);
export const serverError = (retryAfterMs?: number): Fault => status(500, retryAfterMs);
export const cutStream = (afterChunks?: number): Fault => ({
  kind: 'cut',
  ...(afterChunks === undefined ? {} : { afterChunks }),
});

/** The answer after this fault. */
export function applyFault(fault: Fault, answer: SimAnswer, request: SimRequest): SimAnswer {
  switch (fault.kind) {
    case 'wrongArguments':
      return eachPart(answer, (part) =>
        part.type === 'toolCall' ? { ...part, input: misfit(part.input, schemaOf(part.name, request)) } : part,
      );
    case 'brokenArguments':
      return eachPart(answer, (part) =>
        part.type === 'toolCall' ? { ...part, rawInput: truncate(JSON.stringify(part.input)) } : part,
      );
    case 'unknownTool':
      return { ...answer, parts: [{ type: 'toolCall', name: fault.name ?? 'no_such_tool', input: {} }] };
    case 'invalidClaim':
      return eachPart(claimed(answer, request), (part) =>
        part.type === 'json' ? { ...part, value: misfit(part.value, request.schema?.schema ?? {}) } : part,
      );
    case 'prose':
      return { parts: [{ type: 'text', text: PROSE }] };
    case 'fenced':
      return eachPart(claimed(answer, request), (part) =>
        part.type === 'json' ? { type: 'text', text: fence(part.value) } : part,
      );
    case 'refusal':
      return { parts: [{ type: 'text', text: fault.message ?? 'I cannot help with that.' }], stopReason: 'refusal' };
    case 'drip':
      return { ...answer, latency: { firstTokenMs: 500, chunkMs: 250, chunkChars: 1, ...fault.latency } };
    default:
      return { ...answer, fault };
  }
}

/** A value of the same shape that does not fit: the first required key missing, the others of another type. */
export function misfit(value: Json, schema: WireSchema): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return otherType(value);
  if (Object.keys(value).length === 0) return otherType(value);
  const required = Array.isArray(schema.required) ? schema.required[0] : undefined;
  const entries = Object.entries(value).filter(([key]) => key !== required);
  return Object.fromEntries(entries.map(([key, each]) => [key, otherType(each)]));
}

const PROSE = 'I have thought about it and everything looks fine to me. There is nothing more to report.';

const otherType = (value: Json): Json => (typeof value === 'string' ? { unexpected: value } : 'not what was asked for');

const fence = (value: Json): string => `Here is the result:\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

const truncate = (text: string): string => text.slice(0, Math.max(1, Math.floor(text.length / 2)));

const status = (code: number, retryAfterMs: number | undefined): Fault => ({
  kind: 'status',
  status: code,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

const schemaOf = (tool: string, request: SimRequest): WireSchema =>
  request.tools.find(({ name }) => name === tool)?.schema ?? {};

/** An answer without an object gets one to be damaged. */
const claimed = (answer: SimAnswer, request: SimRequest): SimAnswer =>
  answer.parts?.some((part) => part.type === 'json')
    ? answer
    : { ...answer, parts: [{ type: 'json', value: fillSchema(request.schema?.schema ?? { type: 'object' }) }] };

const eachPart = (answer: SimAnswer, change: (part: SimPart) => SimPart): SimAnswer => ({
  ...answer,
  parts: (answer.parts ?? []).map(change),
});
