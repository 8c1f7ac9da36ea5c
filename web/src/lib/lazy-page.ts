import { type ComponentType, lazy } from 'react';
import { connectionStore, suspect } from '../api/connection.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 4_000;
/** If the server answers but the file does not load, the server has another build: the page is reloaded, once. */
const TRIES = 4;
const RELOADED = 'assay.reloaded';
const AGAIN_AFTER_MS = 60_000;

/** A part of the page whose code is loaded on demand, and again after a failure. */
export const lazyPage = <P extends object>(load: () => Promise<{ readonly default: ComponentType<P> }>) =>
  lazy(() => untilLoaded(load));

/** Loads a part of the page with retries: the server may just be restarting. */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  let wait = FIRST_WAIT_MS;
  for (let tries = 1; ; ) {
    try {
      return await load();
    } catch (thrown) {
      suspect();
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
      // No server answers: that does not count as a try.
      if (connectionStore.get().phase !== 'open') continue;
      tries += 1;
      if (tries <= TRIES) continue;
      if (!isFirstReload()) throw thrown;
      location.reload();
    }
  }
}

/** If a page was reloaded a moment ago and still misses the file, it shows an error instead of reloading for ever. */
function isFirstReload(): boolean {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  sessionStorage.setItem(RELOADED, String(Date.now()));
  return Date.now() - last > AGAIN_AFTER_MS;
}
