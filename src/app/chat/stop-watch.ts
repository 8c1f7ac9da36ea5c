import type { TurnId } from '#contracts/chat.ts';
import { AssayError } from '#contracts/errors.ts';
import type { RunId } from '#contracts/ids.ts';
import type { ChatFold } from '#sessions/chat/chat-fold.ts';
import type { Runs } from '../runs.ts';
import { readChat } from './read-chat.ts';

const LOOK_MS = 50;

export interface StopWatch {
  /** Aborts when the log says that a person has stopped the turn, whichever process they are at. */
  readonly signal: AbortSignal;
  close(): void;
}

/** Looks at the log while a turn is under way. */
export function watchForStop(runs: Runs, run: RunId, turn: TurnId, fold: ChatFold): StopWatch {
  const stopping = new AbortController();
  let version = Number.NaN;
  let isLooking = false;
  const look = async (): Promise<void> => {
    const now = runs.store.version();
    if (isLooking || now === version) return;
    isLooking = true;
    try {
      await readChat(runs, run, fold);
      version = now;
    } catch {
      // The driver meets the same trouble, and tells it.
    } finally {
      isLooking = false;
    }
    if (fold.stopped.has(turn)) stopping.abort(new AssayError('ATTEMPT_ABORTED', 'a person stopped it'));
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  timer.unref();
  return { signal: stopping.signal, close: () => clearInterval(timer) };
}
