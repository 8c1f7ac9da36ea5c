import { type ComponentType, lazy } from 'react';
import { connectionStore, suspect } from '../api/connection.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 4_000;
/** Where the server answers and the file still does not come, it has another build: the page is loaded again, once. */
const TRIES = 4;
const RELOADED = 'assay.reloaded';
const AGAIN_AFTER_MS = 60_000;

/** A part of the page whose code is loaded when it is needed, and again where that failed. */
export const lazyPage = <P extends object>(load: () => Promise<{ readonly default: ComponentType<P> }>) =>
  lazy(() => untilLoaded(load));

/** What a part of the page loads later, with patience: the server may just be starting again. */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  let wait = FIRST_WAIT_MS;
  for (let tries = 1; ; ) {
    try {
      return await load();
    } catch (thrown) {
      suspect();
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
      // Nobody is there to ask: that is no try.
      if (connectionStore.get().phase !== 'open') continue;
      tries += 1;
      if (tries <= TRIES) continue;
      if (!isFirstReload()) throw thrown;
      location.reload();
    }
  }
}

/** A page that was loaded again a moment ago, and still misses the file, is told so instead of loading for ever. */
function isFirstReload(): boolean {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  sessionStorage.setItem(RELOADED, String(Date.now()));
  return Date.now() - last > AGAIN_AFTER_MS;
}
