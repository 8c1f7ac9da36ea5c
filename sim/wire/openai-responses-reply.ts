import type { Json } from '#contracts/json.ts';
import type { SimUsage } from '../types.ts';
import type { Frame, Reply, ReplyPart } from './adapter.ts';

type JsonObject = { readonly [key: string]: Json };
type Call = Extract<ReplyPart, { type: 'call' }>;

export function openaiResponsesBody(reply: Reply): JsonObject {
  return {
    ...envelope(reply),
    status: reply.stopReason === 'length' ? 'incomplete' : 'completed',
    incomplete_details: reply.stopReason === 'length' ? { reason: 'max_output_tokens' } : null,
    output: reply.parts.map((part, index) => finished(itemOf(reply, part, index))),
    usage: usageOf(reply.usage),
  };
}

export function* openaiResponsesFrames(reply: Reply, chunk: (text: string) => Iterable<string>): Generator<Frame> {
  let sequence = 0;
  const frame = (event: { type: string; [key: string]: Json }): Frame => {
    const { type, ...rest } = event;
    const data = JSON.stringify({ type, sequence_number: sequence, ...rest });
    sequence += 1;
    return { event: type, data };
  };
  const pending = { ...envelope(reply), status: 'in_progress', incomplete_details: null, output: [], usage: null };
  yield frame({ type: 'response.created', response: pending });
  yield frame({ type: 'response.in_progress', response: pending });
  for (const [output_index, part] of reply.parts.entries()) {
    const item = itemOf(reply, part, output_index);
    yield frame({ type: 'response.output_item.added', output_index, item: begun(item) });
    for (const event of partEvents(reply, part, chunk)) yield frame({ ...event, item_id: item.id, output_index });
    yield frame({ type: 'response.output_item.done', output_index, item: finished(item) });
  }
  const response = openaiResponsesBody(reply);
  yield frame({ type: reply.stopReason === 'length' ? 'response.incomplete' : 'response.completed', response });
}

type PartEvent = { type: string; [key: string]: Json };

function* partEvents(reply: Reply, part: ReplyPart, chunk: (text: string) => Iterable<string>): Generator<PartEvent> {
  switch (part.type) {
    case 'text':
      yield* messageEvents(part.text, reply.stopReason === 'refusal', chunk);
      return;
    case 'thinking': {
      const summary = { summary_index: 0 };
      yield { type: 'response.reasoning_summary_part.added', ...summary, part: { type: 'summary_text', text: '' } };
      for (const delta of chunk(part.text)) yield { type: 'response.reasoning_summary_text.delta', ...summary, delta };
      yield { type: 'response.reasoning_summary_text.done', ...summary, text: part.text };
      yield {
        type: 'response.reasoning_summary_part.done',
        ...summary,
        part: { type: 'summary_text', text: part.text },
      };
      return;
    }
    case 'call': {
      const stem = isCustom(part) ? 'response.custom_tool_call_input' : 'response.function_call_arguments';
      for (const delta of chunk(part.inputText)) yield { type: `${stem}.delta`, delta };
      yield { type: `${stem}.done`, [isCustom(part) ? 'input' : 'arguments']: part.inputText };
    }
  }
}

function* messageEvents(
  text: string,
  refused: boolean,
  chunk: (text: string) => Iterable<string>,
): Generator<PartEvent> {
  const at = { content_index: 0 };
  const stem = refused ? 'response.refusal' : 'response.output_text';
  yield { type: 'response.content_part.added', ...at, part: content('', refused) };
  for (const delta of chunk(text)) yield { type: `${stem}.delta`, ...at, delta };
  yield { type: `${stem}.done`, ...at, [refused ? 'refusal' : 'text']: text };
  yield { type: 'response.content_part.done', ...at, part: content(text, refused) };
}

type Item = { readonly id: string; readonly type: string; readonly [key: string]: Json };

function itemOf(reply: Reply, part: ReplyPart, index: number): Item {
  const id = `${reply.id}_${index}`;
  switch (part.type) {
    case 'text': {
      const refused = reply.stopReason === 'refusal';
      return { id: `msg_${id}`, type: 'message', role: 'assistant', content: [content(part.text, refused)] };
    }
    case 'thinking':
      return {
        id: `rs_${id}`,
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: part.text }],
        encrypted_content: 'c2ltdWxhdGVk',
      };
    case 'call': {
      const call = { call_id: `call_${part.id}`, name: part.name };
      if (isCustom(part)) return { id: `ctc_${id}`, type: 'custom_tool_call', ...call, input: part.inputText };
      const namespace = part.tool?.namespace;
      return {
        id: `fc_${id}`,
        type: 'function_call',
        ...call,
        ...(namespace === undefined ? {} : { namespace }),
        arguments: part.inputText,
      };
    }
  }
}

/** An item as it first appears in a stream: named, but with nothing in it. */
function begun(item: Item): Json {
  if (item.type === 'message') return { ...item, status: 'in_progress', content: [] };
  if (item.type === 'reasoning') return { ...item, summary: [] };
  return { ...item, status: 'in_progress', [item.type === 'custom_tool_call' ? 'input' : 'arguments']: '' };
}

const finished = (item: Item): Json => (item.type === 'reasoning' ? item : { ...item, status: 'completed' });

const content = (text: string, refused: boolean): Json =>
  refused ? { type: 'refusal', refusal: text } : { type: 'output_text', text, annotations: [], logprobs: [] };

const isCustom = (part: Call): boolean => part.tool?.kind === 'custom';

const envelope = (reply: Reply) => ({
  id: `resp_${reply.id}`,
  object: 'response',
  created_at: reply.created,
  model: reply.model,
  error: null,
  service_tier: 'default',
});

const usageOf = (usage: SimUsage): Json => ({
  input_tokens: usage.inputTokens,
  input_tokens_details: {
    cached_tokens: usage.cacheReadTokens,
    ...(usage.cacheWriteTokens > 0 ? { cache_write_tokens: usage.cacheWriteTokens } : {}),
  },
  output_tokens: usage.outputTokens,
  output_tokens_details: { reasoning_tokens: usage.reasoningTokens },
  total_tokens: usage.inputTokens + usage.outputTokens,
});
