import type { Json } from '#contracts/json.ts';
import type { SimAnswer, SimPart } from './types.ts';

/** Helpers for writing scenarios. */
export const text = (value: string): SimAnswer => ({ parts: [{ type: 'text', text: value }] });

export const json = (value: Json): SimAnswer => ({ parts: [{ type: 'json', value }] });

export const toolCall = (name: string, input: Json = {}): SimAnswer => ({
  parts: [{ type: 'toolCall', name, input }],
});

/** Puts a thought before the answer's content. */
export const thinking = (thought: string, answer: SimAnswer): SimAnswer => ({
  ...answer,
  parts: [{ type: 'thinking', text: thought }, ...(answer.parts ?? [])],
});

export const refuseRequest = (reason = 'I cannot help with that.'): SimAnswer => ({
  ...text(reason),
  stopReason: 'refusal',
});

export const parts = (...list: SimPart[]): SimAnswer => ({ parts: list });
