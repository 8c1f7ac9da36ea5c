import type { AgentEvent } from '#contracts/agent.ts';
import { activitiesOf, type ChatActivity, type TurnPart, textOfTurn } from '#contracts/chat-turn.ts';
import { isJsonObject } from '#contracts/json.ts';
import { callTitle } from './call-title.ts';

/** The change of a screen by one event. `whole`: something shown before is gone. */
export type TurnChange =
  | { readonly type: 'text'; readonly part: string; readonly text: string }
  | { readonly type: 'activity'; readonly activity: ChatActivity }
  | { readonly type: 'whole' };

const LONGEST_DETAIL = 16_000;

/** An attempt as a turn shows it, live and afterwards the same: texts and actions, in order, nested. */
export class TurnView {
  readonly #parts = new Map<string, TurnPart>();
  #statuses = 0;

  get parts(): TurnPart[] {
    return [...this.#parts.values()];
  }

  /** The texts of the agent itself, in order; those of its helpers belong to them. */
  get text(): string {
    return textOfTurn(this);
  }

  get activities(): ChatActivity[] {
    return activitiesOf(this);
  }

  add(event: AgentEvent, at: number): TurnChange[] {
    switch (event.type) {
      case 'text_delta':
        return event.parent === undefined ? this.#say(event.turn, event.text) : [];
      case 'text_complete':
        return event.parent === undefined ? this.#sayAll(event.turn, event.text) : [];
      case 'text_withdrawn':
        return this.#parts.delete(textId(event.turn)) ? [{ type: 'whole' }] : [];
      case 'thinking_delta':
        return this.#think(event.turn, event.text, event.parent ?? null, at);
      case 'tool_start':
        return this.#put(started(event, at));
      case 'tool_result':
        return this.#finish(event, at);
      case 'permission_answer':
        if (event.answer.type === 'allow') return [];
        return this.#put(this.#line(`denied: ${event.answer.error.message}`, event.id, at, 'failed'));
      case 'status':
        return this.#put(this.#line(event.message, null, at, 'done'));
      case 'error':
        return this.#put(this.#line(event.error.message, null, at, 'failed'));
      case 'complete':
        return this.#settle(event.result.type === 'failed' ? 'stopped' : 'done', at);
      default:
        return [];
    }
  }

  #say(turn: string, text: string): TurnChange[] {
    if (text === '') return [];
    const id = textId(turn);
    this.#parts.set(id, { type: 'text', id, text: this.#said(id) + text });
    return [{ type: 'text', part: id, text }];
  }

  #sayAll(turn: string, text: string): TurnChange[] {
    const id = textId(turn);
    const shown = this.#said(id);
    if (text.startsWith(shown)) return this.#say(turn, text.slice(shown.length));
    this.#parts.set(id, { type: 'text', id, text });
    return [{ type: 'whole' }];
  }

  #said(id: string): string {
    const part = this.#parts.get(id);
    return part?.type === 'text' ? part.text : '';
  }

  #done(id: string): ChatActivity | undefined {
    const part = this.#parts.get(id);
    return part?.type === 'activity' ? part.activity : undefined;
  }

  #think(turn: string, text: string, parent: string | null, at: number): TurnChange[] {
    const id = `thinking:${turn}`;
    const known = this.#done(id);
    const detail = cut((typeof known?.detail === 'string' ? known.detail : '') + text);
    return this.#put(
      known ? { ...known, detail } : activity({ id, parent, kind: 'thinking', title: 'thinks', detail }, at),
    );
  }

  #finish({ id, ok, text }: Extract<AgentEvent, { type: 'tool_result' }>, at: number): TurnChange[] {
    const known = this.#done(id);
    if (!known) return [];
    const detail = { ...(isJsonObject(known.detail) ? known.detail : {}), output: cut(text) };
    return this.#put({ ...known, state: ok ? 'done' : 'failed', endedAt: at, detail });
  }

  /** No event counts after the end. */
  #settle(state: 'done' | 'stopped', at: number): TurnChange[] {
    const running = this.activities.filter((each) => each.state === 'running');
    return running.flatMap((each) =>
      this.#put({ ...each, state: each.kind === 'thinking' ? 'done' : state, endedAt: at }),
    );
  }

  #line(title: string, parent: string | null, at: number, state: 'done' | 'failed'): ChatActivity {
    this.#statuses += 1;
    const made = activity({ id: `status:${this.#statuses}`, parent, kind: 'status', title, detail: null }, at);
    return { ...made, state, endedAt: at };
  }

  #put(made: ChatActivity): TurnChange[] {
    this.#parts.set(made.id, { type: 'activity', id: made.id, activity: made });
    return [{ type: 'activity', activity: made }];
  }
}

/** No call has such an id. */
const textId = (turn: string): string => `text:${turn}`;

function started({ id, tool, input, parent }: Extract<AgentEvent, { type: 'tool_start' }>, at: number): ChatActivity {
  const kind = tool === 'task' || tool === 'Task' ? 'agent' : 'tool';
  return activity({ id, parent: parent ?? null, kind, title: callTitle(tool, input), detail: { tool, input } }, at);
}

const activity = (
  made: Pick<ChatActivity, 'id' | 'parent' | 'kind' | 'title' | 'detail'>,
  at: number,
): ChatActivity => ({ ...made, state: 'running', startedAt: at, endedAt: null, run: null });

const cut = (text: string): string =>
  text.length > LONGEST_DETAIL ? `${text.slice(0, LONGEST_DETAIL)}\n[${text.length - LONGEST_DETAIL} more]` : text;
