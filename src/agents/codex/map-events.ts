import type { AgentEvent } from '#contracts/agent.ts';
import type { Json } from '#contracts/json.ts';
import { type CodexEvent, type CodexItem, type CodexUsage, readItem } from './events.ts';

type Told = Exclude<AgentEvent, { type: 'complete' | 'usage' }>;

/**
 * Converts the program's events into ours. Ids of items start over with every run of the program: `run` keeps them
 * apart.
 */
export function codexMapper(run: string) {
  const started = new Set<string>();
  let held: { readonly turn: string; readonly text: string } | undefined;
  let thread: string | undefined;
  let usage: CodexUsage | undefined;
  let failure: string | undefined;
  let lastText = '';
  let rounds = 1;

  /** Whether a text is the last one shows only from what follows. */
  const release = (final: boolean): Told[] => {
    const text = held;
    held = undefined;
    return text === undefined ? [] : [{ type: 'text_complete', ...text, final }];
  };

  const begin = (item: CodexItem): Told[] => {
    const tool = toolOf(item);
    const id = `${run}.${item.id}`;
    if (tool === null || started.has(id)) return [];
    started.add(id);
    return [...release(false), { type: 'tool_start', id, ...tool }];
  };

  const finish = (item: CodexItem): Told[] => {
    const id = `${run}.${item.id}`;
    if (item.type === 'agent_message') {
      const before = release(false);
      held = { turn: id, text: item.text };
      lastText = item.text;
      return [...before, { type: 'text_delta', turn: id, text: item.text }];
    }
    if (item.type === 'reasoning') return [{ type: 'thinking_delta', turn: id, text: item.text }];
    // A warning: the work continues.
    if (item.type === 'error') return [{ type: 'status', message: item.message }];
    rounds += 1;
    const { ok, text } = outcomeOf(item);
    return [...begin(item), { type: 'tool_result', id, ok, text }];
  };

  return {
    take(event: CodexEvent): Told[] {
      switch (event.type) {
        case 'thread.started':
          thread = event.thread_id;
          return [];
        case 'turn.completed':
          usage = event.usage;
          return release(true);
        case 'turn.failed':
          failure = event.error.message;
          return release(false);
        case 'error':
          return [trouble(event.message)];
        case 'item.started':
        case 'item.completed': {
          const item = readItem(event.item);
          if (item === null) return [];
          return event.type === 'item.started' ? begin(item) : finish(item);
        }
        default:
          return [];
      }
    },
    state: () => ({ thread, usage, failure, lastText, rounds }),
  };
}

const trouble = (message: string): Told => ({ type: 'error', error: { code: 'MODEL_UNAVAILABLE', message } });

function toolOf(item: CodexItem): { tool: string; input: Json } | null {
  switch (item.type) {
    case 'command_execution':
      return { tool: 'shell', input: { command: item.command } };
    case 'file_change':
      return { tool: 'apply_patch', input: { changes: item.changes.map(({ path, kind }) => ({ path, kind })) } };
    case 'mcp_tool_call':
      return { tool: item.tool, input: item.arguments };
    case 'web_search':
      return { tool: 'web_search', input: { query: item.query } };
    default:
      return null;
  }
}

function outcomeOf(item: CodexItem): { ok: boolean; text: string } {
  switch (item.type) {
    case 'command_execution':
      return { ok: item.exit_code === 0, text: item.aggregated_output };
    case 'file_change':
      return {
        ok: item.status === 'completed',
        text: item.changes.map(({ path, kind }) => `${kind} ${path}`).join('\n'),
      };
    case 'mcp_tool_call':
      return {
        ok: item.status === 'completed' && item.error == null,
        text: item.error?.message ?? (item.result?.content ?? []).map(partText).join('\n'),
      };
    default:
      return { ok: true, text: '' };
  }
}

function partText(part: Json): string {
  const text = part !== null && typeof part === 'object' ? Reflect.get(part, 'text') : undefined;
  return typeof text === 'string' ? text : JSON.stringify(part);
}
