import type { AgentResult, AgentUsage } from '#contracts/agent.ts';
import type { ErrorInfo } from '#contracts/errors.ts';
import type { TranscriptLine } from '#contracts/http/transcript-routes.ts';
import type { Json } from '#contracts/json.ts';
import type { PermissionAnswer, PermissionRequest } from '#contracts/permission.ts';

interface Common {
  readonly id: string;
  readonly at: number;
  /** The tool call of a sub-agent under which it happened. */
  readonly parent: string | null;
}

export interface TextEntry extends Common {
  readonly kind: 'text' | 'thinking';
  readonly text: string;
}

export interface TranscriptTool extends Common {
  readonly kind: 'tool';
  readonly tool: string;
  readonly input: Json;
  readonly request: PermissionRequest | null;
  readonly answer: PermissionAnswer | null;
  readonly result: { readonly ok: boolean; readonly text: string; readonly blob: string | null } | null;
  readonly endedAt: number | null;
}

export interface NoteEntry extends Common {
  readonly kind: 'status';
  readonly text: string;
}

export interface ErrorEntry extends Common {
  readonly kind: 'error';
  readonly error: ErrorInfo;
}

export interface EndEntry extends Common {
  readonly kind: 'end';
  readonly result: AgentResult;
  readonly usage: AgentUsage;
}

export type Entry = TextEntry | TranscriptTool | NoteEntry | ErrorEntry | EndEntry;

type Event = TranscriptLine['event'];

/** What an agent did, from its events: texts are joined, calls and their results are paired. */
export class TranscriptFold {
  readonly #entries = new Map<string, Entry>();
  #count = 0;
  #usage: AgentUsage | null = null;

  /** In the order in which they began. Entries are never changed, only replaced. */
  get entries(): Entry[] {
    return [...this.#entries.values()];
  }

  /** As of the last event. */
  get usage(): AgentUsage | null {
    return this.#usage;
  }

  add({ at, event }: TranscriptLine): void {
    this.#count += 1;
    switch (event.type) {
      case 'text_delta':
        return this.#text('text', event, at);
      case 'thinking_delta':
        return this.#text('thinking', event, at);
      case 'text_complete':
        return this.#put(this.#textEntry('text', event, event.text, at));
      case 'text_withdrawn':
        this.#entries.delete(`text ${event.turn}`);
        return;
      case 'tool_start':
        return this.#put({ ...this.#call(event.id, event, at), tool: event.tool, input: event.input });
      case 'tool_result': {
        const { id, ok, text, blob } = event;
        return this.#put({ ...this.#call(id, event, at), result: { ok, text, blob: blob ?? null }, endedAt: at });
      }
      case 'permission_request': {
        const { request } = event;
        return this.#put({ ...this.#call(request.id, request, at, request), request });
      }
      case 'permission_answer':
        return this.#put({ ...this.#call(event.id, {}, at), answer: event.answer });
      case 'status':
        return this.#put({ kind: 'status', id: this.#own(), at, parent: null, text: event.message });
      case 'error':
        return this.#put({ kind: 'error', id: this.#own(), at, parent: null, error: event.error });
      case 'usage':
        this.#usage = event.usage;
        return;
      case 'complete': {
        this.#usage = event.usage;
        const { result, usage } = event;
        return this.#put({ kind: 'end', id: 'end', at, parent: null, result, usage });
      }
    }
  }

  #put(entry: Entry): void {
    this.#entries.set(
      entry.kind === 'text' || entry.kind === 'thinking' ? entry.id : `${entry.kind} ${entry.id}`,
      entry,
    );
  }

  #own = (): string => `n${this.#count}`;

  #text(kind: TextEntry['kind'], event: Extract<Event, { turn: string; text: string }>, at: number): void {
    const known = this.#entries.get(`${kind} ${event.turn}`);
    const before = known?.kind === kind ? known.text : '';
    this.#put(this.#textEntry(kind, event, before + event.text, at));
  }

  #textEntry(
    kind: TextEntry['kind'],
    { turn, parent }: { turn: string; parent?: string | undefined },
    text: string,
    at: number,
  ): TextEntry {
    const id = `${kind} ${turn}`;
    return { kind, id, text, at: this.#entries.get(id)?.at ?? at, parent: parent ?? null };
  }

  /**
   * The call as it is known so far: a backend may ask for permission before it reports the call, or not report it at
   * all.
   */
  #call(
    id: string,
    { parent }: { parent?: string | undefined },
    at: number,
    request: PermissionRequest | null = null,
  ): TranscriptTool {
    const known = this.#entries.get(`tool ${id}`);
    if (known?.kind === 'tool') return parent === undefined ? known : { ...known, parent };
    const { tool = '', action = null } = request ?? {};
    const blank = { request: null, answer: null, result: null, endedAt: null };
    return { kind: 'tool', id, at, parent: parent ?? null, tool, input: action, ...blank };
  }
}

export type CallState = 'running' | 'asking' | 'done' | 'failed' | 'denied' | 'stopped';

/** The status of a call. Without a result it is in progress only as long as the attempt is. */
export function callState({ request, answer, result }: TranscriptTool, live: boolean): CallState {
  if (answer?.type === 'deny') return 'denied';
  if (result) return result.ok ? 'done' : 'failed';
  if (!live) return 'stopped';
  return request && !answer ? 'asking' : 'running';
}
