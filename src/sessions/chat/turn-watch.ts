import type { TurnId } from '#contracts/chat-turn.ts';
import { AssayError } from '#contracts/errors.ts';
import type { RunId } from '#contracts/ids.ts';
import type { Runs } from '#engine/runs.ts';
import type { ChatFold } from './chat-fold.ts';
import { readChat } from './read-chat.ts';

/** What people say about the current turn, in any process. */
export interface TurnWatch {
  /** Aborts when the log says that a person has stopped the turn. */
  readonly signal: AbortSignal;
  close(): void;
}

/** Looks at the log while a turn is under way. */
export function watchTurn(runs: Runs, run: RunId, turn: TurnId, fold: ChatFold): TurnWatch {
  const stopping = new AbortController();
  let isLooking = false;
  let again = false;
  const look = async (): Promise<void> => {
    again = isLooking;
    if (isLooking) return;
    isLooking = true;
    try {
      // A turn that was released may outlive the store by a moment.
      await readChat(runs, run, fold);
    } catch {
      // The driver meets the same error, and reports it.
    } finally {
      isLooking = false;
    }
    if (fold.stopped.has(turn)) stopping.abort(new AssayError('ATTEMPT_ABORTED', 'a person stopped it'));
    if (again) await look();
  };
  const stop = runs.store.watch((change) => {
    if (change === null || (change.run === run && change.what === 'log')) void look();
  });
  // Events between the given fold and the watch.
  void look();
  return { signal: stopping.signal, close: stop };
}
