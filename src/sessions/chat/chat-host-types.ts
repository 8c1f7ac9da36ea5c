import type { BackendOptions } from '#attempts/backends/choose-backend.ts';
import type { AgentEvent } from '#contracts/agent.ts';
import type { TurnId } from '#contracts/chat-turn.ts';
import type { RunId } from '#contracts/ids.ts';
import type { PermissionMode } from '#contracts/permission.ts';
import type { Runs } from '#engine/runs.ts';
import type { ChatMessage, TurnEnd } from './chat-types.ts';
import type { ChatResearcher } from './research-turn.ts';
import type { TurnParts } from './take-turn.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface ChatHostOptions {
  readonly runs: Runs;
  readonly env: Env;
  /** Who talks, for the log. */
  readonly me: string;
  /** Who is asked for permissions; without anyone, a question counts as denied. */
  readonly askPerson?: TurnParts['askPerson'];
  /** Who answers `/research`; without it there is none. */
  readonly researcher?: ChatResearcher | undefined;
  /** For continued conversations: instead of their original choices. */
  readonly instead?: BackendOptions & { readonly mode?: PermissionMode | undefined };
  onEvent?(run: RunId, turn: TurnId, event: AgentEvent): void;
  /** A message has been answered, or failed. */
  onEnd?(run: RunId, message: ChatMessage, end: TurnEnd): void;
  /** Something about a conversation may have changed. */
  changed?(run: RunId): void;
  /** A conversation could not be driven further. */
  failed?(run: RunId, error: unknown): void;
}

export interface ChatWanted extends BackendOptions {
  readonly folder: string;
  readonly title?: string | undefined;
  readonly agent?: string | undefined;
  readonly mode?: PermissionMode | undefined;
  /** A scripted model answers. */
  readonly simulated?: boolean | undefined;
  /** The first message, answered at once. */
  readonly text?: string | undefined;
  /** Files sent with it, in addition to those it mentions with an `@`. */
  readonly images?: readonly string[] | undefined;
}

export interface Posted {
  readonly message: TurnId;
  readonly queued: boolean;
}
