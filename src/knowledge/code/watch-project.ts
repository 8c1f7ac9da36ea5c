import { NEVER } from './list-files.ts';
import { watchFolders } from './watch-folders.ts';

/** Changes within this time are one. */
const SETTLE_MS = 100;
/** With more than this, the whole project is compared once instead. */
const MOST_PATHS = 100;

export interface WatchOptions {
  readonly root: string;
  /** Brings the index up to date: these paths, or everything. */
  update(only: readonly string[] | null): Promise<void>;
  readonly signal: AbortSignal;
  /** A folder whose changes will not be seen, and why. */
  trouble?(folder: string, why: string): void;
}

/**
 * Keeps an index up to date with a folder until it is stopped. Updates never overlap; changes meanwhile are handled
 * next.
 */
export async function watchProject({ root, update, signal, trouble = () => undefined }: WatchOptions): Promise<void> {
  let changed = new Set<string>();
  let all = false;
  let wake: () => void = () => undefined;
  const watcher = watchFolders({
    root,
    never: NEVER,
    changed: (path) => {
      if (path === '') all = true;
      else changed.add(path);
      wake();
    },
    trouble,
  });
  signal.addEventListener('abort', () => wake(), { once: true });
  try {
    while (!signal.aborted) {
      if (changed.size === 0 && !all) {
        await new Promise<void>((done) => {
          wake = done;
        });
      }
      if (signal.aborted) break;
      await new Promise((done) => setTimeout(done, SETTLE_MS));
      const paths = all || changed.size > MOST_PATHS ? null : [...changed];
      changed = new Set();
      all = false;
      await update(paths);
    }
  } finally {
    watcher.close();
  }
}
