import type { AgentEvent, AgentUsage } from '#contracts/agent.ts';
import type { Json } from '#contracts/json.ts';
import { toolName } from './actions.ts';
import { type CallUsage, type ClaudeMessage, type ClaudeStreamEvent, readStreamEvent } from './messages.ts';

/** The tool that carries the claim: it is an answer, not a use of a tool. */
const CARRIER = 'StructuredOutput';

type Told = Exclude<AgentEvent, { type: 'complete' | 'usage' }>;

/** One model call with a streaming answer, of the agent itself or of a sub-agent. */
interface Arriving {
  readonly id: string;
  readonly texts: Map<number, string>;
  callsTool: boolean;
  /** The model sent its end, not only the program. */
  whole: boolean;
}

/** Converts the program's messages into events, one by one, and counts what its calls used. */
export function claudeMapper() {
  const arriving = new Map<string, Arriving>();
  const streamed = new Set<string>();
  const calls = new Map<string, CallUsage>();
  const hidden = new Set<string>();

  const onStream = (event: ClaudeStreamEvent, under: Under): Told[] => {
    const key = under.parent ?? '';
    const now = arriving.get(key);
    switch (event.type) {
      case 'message_start': {
        // The one before never ended: its stream was cut, and this is the same answer made again.
        const withdrawn = now === undefined ? [] : withdrawAll(now, under);
        arriving.set(key, { id: event.message.id, texts: new Map(), callsTool: false, whole: false });
        streamed.add(event.message.id);
        count(event.message.id, event.message.usage);
        return withdrawn;
      }
      case 'content_block_start':
        if (now !== undefined && event.content_block.type === 'tool_use') now.callsTool = true;
        return [];
      case 'content_block_delta': {
        const { text, thinking } = event.delta;
        if (now === undefined) return [];
        const turn = `${now.id}.${event.index}`;
        if (thinking !== undefined) return [{ type: 'thinking_delta', turn, text: thinking, ...under }];
        if (text === undefined) return [];
        now.texts.set(event.index, (now.texts.get(event.index) ?? '') + text);
        return [{ type: 'text_delta', turn, text, ...under }];
      }
      case 'message_delta':
        if (now === undefined) return [];
        now.whole = true;
        count(now.id, event.usage);
        return [];
      case 'message_stop':
        arriving.delete(key);
        if (now === undefined) return [];
        // The program itself closes a stream that was cut, and repeats the call.
        return now.whole ? completeAll(now, under) : withdrawAll(now, under);
    }
  };

  const count = (id: string, usage: CallUsage | undefined): void => {
    const before = calls.get(id);
    const said = Object.entries(usage ?? {}).filter(([, value]) => typeof value === 'number');
    calls.set(id, { ...before, ...Object.fromEntries(said) });
  };

  return {
    take(message: ClaudeMessage): Told[] {
      if (message.type === 'result') return [];
      if (message.type === 'system') return onSystem(message);
      const under = underOf(message.parent_tool_use_id);
      if (message.type === 'stream_event') {
        const event = readStreamEvent(message.event);
        return event === null ? [] : onStream(event, under);
      }
      if (message.type === 'user') {
        return message.message.content
          .filter(({ tool_use_id: id }) => !hidden.has(id))
          .map(({ tool_use_id: id, content, is_error: isError }) => ({
            type: 'tool_result',
            id,
            ok: isError !== true,
            text: messageTextOf(content ?? ''),
            ...under,
          }));
      }
      const { id, content, usage } = message.message;
      if (!streamed.has(id) && message.error === undefined) count(id, usage);
      const told: Told[] = [];
      for (const block of content) {
        if (block.type === 'tool_use' && block.name === CARRIER) hidden.add(block.id);
        else if (block.type === 'tool_use') {
          told.push({ type: 'tool_start', id: block.id, tool: toolName(block.name), input: block.input, ...under });
        } else if (!streamed.has(id)) {
          // Of a sub-agent whose text does not stream; whether more follows is not known.
          told.push({ type: 'text_complete', turn: `${id}.${calls.size}`, text: block.text, final: false, ...under });
        }
      }
      return told;
    },
    /** So far, as far as the calls themselves show. */
    usage(): Omit<AgentUsage, 'usd'> {
      const sum = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, turns: calls.size };
      for (const call of calls.values()) {
        sum.input += call.input_tokens ?? 0;
        sum.output += call.output_tokens ?? 0;
        sum.cacheRead += call.cache_read_input_tokens ?? 0;
        sum.cacheWrite += call.cache_creation_input_tokens ?? 0;
      }
      return sum;
    },
  };
}

interface Under {
  readonly parent?: string;
}

const underOf = (parent: string | null | undefined): Under => (parent == null ? {} : { parent });

const withdrawAll = ({ id, texts }: Arriving, under: Under): Told[] =>
  [...texts.keys()].map((index) => ({ type: 'text_withdrawn', turn: `${id}.${index}`, ...under }));

function completeAll({ id, texts, callsTool }: Arriving, under: Under): Told[] {
  const last = Math.max(...texts.keys());
  return [...texts].map(([index, text]) => ({
    type: 'text_complete',
    turn: `${id}.${index}`,
    text,
    final: !callsTool && index === last,
    ...under,
  }));
}

function onSystem(message: Extract<ClaudeMessage, { type: 'system' }>): Told[] {
  const { subtype, attempt, max_retries: most, error_status: status, error } = message;
  if (subtype === 'api_retry') {
    const what = status == null ? (error ?? 'no answer') : `${status}${error === undefined ? '' : ` (${error})`}`;
    const seen = `the model answered ${what}; asked again, ${attempt ?? 1} of at most ${most ?? '?'} times`;
    return [{ type: 'error', error: { code: 'MODEL_UNAVAILABLE', message: seen } }];
  }
  if (subtype === 'init')
    return [{ type: 'status', message: `Claude Code works with ${message.model ?? 'its model'}` }];
  if (subtype === 'compact_boundary') return [{ type: 'status', message: 'Claude Code shortened its conversation' }];
  return [];
}

/** What the agent was told, in any form. */
export function messageTextOf(content: Json): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return JSON.stringify(content);
  return content
    .map((part: Json) => {
      const text = part !== null && typeof part === 'object' ? Reflect.get(part, 'text') : undefined;
      return typeof text === 'string' ? text : `[${JSON.stringify(part).slice(0, 40)}…]`;
    })
    .join('\n');
}
