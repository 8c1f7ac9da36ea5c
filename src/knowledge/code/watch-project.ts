import { type FSWatcher, watch } from 'node:fs';
import { sep } from 'node:path';

/** Changes within this time are one. */
const SETTLE_MS = 100;
/** More than this, and the whole project is compared once instead. */
const MOST_PATHS = 100;

export interface WatchOptions {
  readonly root: string;
  /** Brings the index up to date: these paths, or everything. */
  update(only: readonly string[] | null): Promise<void>;
  readonly signal: AbortSignal;
}

/** Keeps an index up to date with a folder until it is told to stop. Updates never overlap; what comes meanwhile is next. */
export async function watchProject({ root, update, signal }: WatchOptions): Promise<void> {
  let changed = new Set<string>();
  let all = false;
  let wake: () => void = () => undefined;
  const watcher: FSWatcher = watch(root, { recursive: true, persistent: true }, (_, name) => {
    if (name === null) all = true;
    else if (!isOurs(name)) changed.add(name.split(sep).join('/'));
    else return;
    wake();
  });
  // A folder that vanished, or a limit of the system: the next update compares everything.
  watcher.on('error', () => {
    all = true;
    wake();
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

/** git's own files change with every look at the repository; what it ignores is left out by the update. */
const isOurs = (name: string): boolean => /^\.git(?:[/\\]|$)/.test(name) || /(?:^|[/\\])node_modules[/\\]/.test(name);
