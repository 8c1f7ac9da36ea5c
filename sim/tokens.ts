import type { Json } from '#contracts/json.ts';
import type { ParsedRequest, SimMessage, SimPart } from './types.ts';

/**
 * An estimate, not a tokenizer: four characters a token, as the providers' own rule of thumb has it. What matters is
 * that every number the simulator reports comes from here, so that a client's bill can be compared with ours.
 */
export const estimateTokens = (text: string): number => Math.ceil(text.length / 4);

/** Tokens of each prompt segment: tools and system first, then one a message. Their sum is the input. */
export function promptSegments(request: ParsedRequest): { text: string; tokens: number }[] {
  const head = `${request.tools.map((tool) => jsonText(toolShape(tool))).join('')}${request.system}`;
  const schema = request.schema === null || request.schema.tool !== null ? '' : jsonText(request.schema.schema);
  return [
    segment(head + schema, 0),
    ...request.messages.map((message) => segment(messageText(message), MESSAGE_OVERHEAD)),
  ];
}

export function answerTokens(parts: readonly SimPart[]): { output: number; reasoning: number } {
  const reasoning = sum(parts.filter((part) => part.type === 'thinking').map(partTokens));
  return { output: sum(parts.map(partTokens)), reasoning };
}

const MESSAGE_OVERHEAD = 4;

const segment = (text: string, overhead: number) => ({ text, tokens: estimateTokens(text) + overhead });

const toolShape = (tool: ParsedRequest['tools'][number]): Json => ({
  name: tool.name,
  description: tool.description,
  schema: tool.schema,
});

const messageText = (message: SimMessage): string =>
  [
    message.thinking,
    message.text,
    ...message.toolCalls.map((call) => call.name + jsonText(call.input)),
    ...message.toolResults.map((result) => result.text),
  ].join('');

function partTokens(part: SimPart): number {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return estimateTokens(part.text);
    case 'toolCall':
      return estimateTokens(part.name + (part.rawInput ?? jsonText(part.input)));
    case 'json':
      return estimateTokens(jsonText(part.value));
  }
}

const jsonText = (value: Json): string => JSON.stringify(value);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
