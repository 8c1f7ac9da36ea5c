import type { Json } from '#contracts/json.ts';
import type { JsonSchema, ModelMessage, StepRequest } from '#contracts/model.ts';
import { type ProviderData, providerData } from './provider-data.ts';
import type { LanguageModelV4Prompt } from './sdk-types.ts';

/**
 * The conversation as the SDK takes it. With cache marks (Anthropic, at most four): one after the system prompt, which
 * with the tools before it never changes, and one on each of the last two turns, so that the next call finds the prefix
 * this one wrote even when it adds a turn.
 */
export function toPrompt(
  system: string,
  messages: StepRequest['messages'],
  cacheMarks: boolean,
): LanguageModelV4Prompt {
  const marked = cacheMarks ? lastTurns(messages) : new Set<number>();
  const turns = messages.map((message, index) => toTurn(message, marked.has(index)));
  return system === '' ? turns : [{ role: 'system', content: system, ...cacheMark(cacheMarks) }, ...turns];
}

const LAST_TURNS = 2;

/** The last messages that are not the model's own: what a next call will have in common with this one. */
function lastTurns(messages: StepRequest['messages']): Set<number> {
  const own = messages.flatMap(({ role }, index) => (role === 'assistant' ? [] : [index]));
  return new Set(own.slice(-LAST_TURNS));
}

const CACHE: ProviderData = { anthropic: { cacheControl: { type: 'ephemeral' } } };
export const cacheMark = (marked: boolean) => (marked ? { providerOptions: CACHE } : {});

function toTurn(message: ModelMessage, marked: boolean): LanguageModelV4Prompt[number] {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.text }], ...cacheMark(marked) };
    case 'assistant':
      return { role: 'assistant', content: message.parts.map(toPart) };
    case 'tool':
      return {
        role: 'tool',
        content: message.results.map(({ id, name, output, isError }) => ({
          type: 'tool-result',
          toolCallId: id,
          toolName: name,
          output: toOutput(output, isError),
        })),
        ...cacheMark(marked),
      };
  }
}

type AssistantPart = Extract<ModelMessage, { role: 'assistant' }>['parts'][number];

function toPart(part: AssistantPart) {
  const options = withMeta(part.meta);
  if (part.type === 'tool-call') {
    return { type: part.type, toolCallId: part.id, toolName: part.name, input: part.input, ...options };
  }
  return { type: part.type, text: part.text, ...options };
}

const withMeta = (meta: JsonSchema | undefined) => {
  const data = meta === undefined ? undefined : providerData(meta);
  return data === undefined ? {} : { providerOptions: data };
};

function toOutput(output: Json, isError: boolean) {
  if (typeof output === 'string') return { type: isError ? 'error-text' : 'text', value: output } as const;
  // The SDK's type of JSON is the same but for being mutable.
  return { type: isError ? 'error-json' : 'json', value: structuredClone(output) } as const;
}
