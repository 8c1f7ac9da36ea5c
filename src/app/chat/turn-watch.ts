import type { TurnId } from '#contracts/chat.ts';
import { AssayError } from '#contracts/errors.ts';
import type { RunId } from '#contracts/ids.ts';
import type { ChatFold } from '#sessions/chat/chat-fold.ts';
import type { Runs } from '../runs.ts';
import { readChat } from './read-chat.ts';

const LOOK_MS = 50;

/** What people say about a turn while it is under way, whichever process they are at. */
export interface TurnWatch {
  /** Aborts when the log says that a person has stopped the turn. */
  readonly signal: AbortSignal;
  /** What `find` finds in the log, as soon as it is there; null when `signal` aborts or `ms` have passed before. */
  until<T>(find: (fold: ChatFold) => T | undefined, ms: number, signal: AbortSignal): Promise<T | null>;
  close(): void;
}

/** Looks at the log while a turn is under way. */
export function watchTurn(runs: Runs, run: RunId, turn: TurnId, fold: ChatFold): TurnWatch {
  const stopping = new AbortController();
  const waiting = new Set<() => void>();
  let version = Number.NaN;
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      // A turn that was let go of may outlive the store by a moment.
      const now = runs.store.version();
      if (now === version) return;
      await readChat(runs, run, fold);
      version = now;
    } catch {
      // The driver meets the same trouble, and tells it.
    } finally {
      isLooking = false;
    }
    if (fold.stopped.has(turn)) stopping.abort(new AssayError('ATTEMPT_ABORTED', 'a person stopped it'));
    for (const each of [...waiting]) each();
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  timer.unref();
  return {
    signal: stopping.signal,
    until: (find, ms, signal) =>
      new Promise((resolve) => {
        const end = (): void => {
          const found = find(fold);
          if (found === undefined && !signal.aborted && !isOver) return;
          waiting.delete(end);
          signal.removeEventListener('abort', end);
          cancel();
          resolve(found ?? null);
        };
        let isOver = false;
        const cancel = runs.clock.after(ms, () => {
          isOver = true;
          end();
        });
        waiting.add(end);
        signal.addEventListener('abort', end, { once: true });
        end();
      }),
    close: () => clearInterval(timer),
  };
}
