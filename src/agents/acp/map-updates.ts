import type { AgentEvent } from '#contracts/agent.ts';
import { asJson } from './actions.ts';
import { type CallUpdate, callText, type SessionUpdate } from './updates.ts';

type Told = Exclude<AgentEvent, { type: 'complete' | 'usage' }>;

interface Call {
  facts: CallUpdate;
  started: boolean;
  ended: boolean;
}

/** Converts the updates of a session into events. `name` makes the ids of texts unique, also over resumed sessions. */
export function acpMapper(name: string) {
  const calls = new Map<string, Call>();
  let count = 0;
  let open: { readonly turn: string; readonly message: string | undefined; text: string } | undefined;
  let thought: string | undefined;
  let lastText = '';
  let rounds = 1;
  let usd: number | undefined;

  const newTurn = (): string => `${name}.${++count}`;
  const close = (final: boolean): Told[] => {
    const text = open;
    open = undefined;
    thought = undefined;
    if (text === undefined) return [];
    lastText = text.text;
    return [{ type: 'text_complete', turn: text.turn, text: text.text, final }];
  };

  const start = (call: Call): Told[] => {
    if (call.started) return [];
    call.started = true;
    const { toolCallId: id, rawInput } = call.facts;
    return [...close(false), { type: 'tool_start', id, tool: toolOf(call.facts), input: asJson(rawInput) }];
  };

  /** The input may arrive later than the call; the call is reported once there is something to show. */
  const onCall = (update: CallUpdate): Told[] => {
    const known = calls.get(update.toolCallId);
    const call = known ?? { facts: update, started: false, ended: false };
    if (known !== undefined) known.facts = merge(known.facts, update);
    calls.set(update.toolCallId, call);
    const done = update.status === 'completed' || update.status === 'failed';
    const told = done || !isEmpty(call.facts.rawInput) ? start(call) : [];
    if (!done || call.ended) return told;
    call.ended = true;
    rounds += 1;
    const ok = update.status === 'completed';
    return [...told, { type: 'tool_result', id: update.toolCallId, ok, text: callText(call.facts) }];
  };

  return {
    take(update: SessionUpdate): Told[] {
      switch (update.sessionUpdate) {
        case 'agent_message_chunk': {
          const { text } = update.content;
          if (text === undefined || text === '') return [];
          const message = update.messageId ?? undefined;
          const before = open !== undefined && open.message !== message ? close(false) : [];
          open ??= { turn: newTurn(), message, text: '' };
          open.text += text;
          return [...before, { type: 'text_delta', turn: open.turn, text }];
        }
        case 'agent_thought_chunk':
          thought ??= newTurn();
          return [{ type: 'thinking_delta', turn: thought, text: update.content.text ?? '' }];
        case 'tool_call':
        case 'tool_call_update':
          return onCall(update);
        case 'plan': {
          const now = update.entries.find(({ status }) => status === 'in_progress');
          return now === undefined ? [] : [{ type: 'status', message: now.content }];
        }
        case 'usage_update':
          if (update.cost?.currency === 'USD') usd = update.cost.amount;
          return [];
      }
    },
    /** A permission is asked for: its call is reported first. */
    asked(update: CallUpdate): Told[] {
      const told = onCall(update);
      const call = calls.get(update.toolCallId);
      return call === undefined ? told : [...told, ...start(call)];
    },
    facts: (id: string): CallUpdate | undefined => calls.get(id)?.facts,
    /** The prompt has been answered. */
    stop: () => close(true),
    state: () => ({ lastText, rounds, usd }),
  };
}

function merge(before: CallUpdate, update: CallUpdate): CallUpdate {
  const said = Object.entries(update).filter(([, value]) => value !== undefined && value !== null);
  return { ...before, ...Object.fromEntries(said) };
}

const isEmpty = (input: unknown): boolean =>
  input === undefined || input === null || (typeof input === 'object' && Object.keys(input).length === 0);

/** The tool's own name where the agent gives one, else its name for the kind. */
const toolOf = ({ name, _meta, kind, title }: CallUpdate): string =>
  (name ?? _meta?.claudeCode?.toolName ?? kind ?? title ?? 'tool').replace(/^mcp__assay__/, '');
