import { ApiError, callRoute } from '#contracts/http/call-route.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import { TOKEN_FRAGMENT } from '#contracts/http/session-routes.ts';
import { Store } from '../lib/store.ts';

/** Where this origin, and no other port of this machine, keeps its key for the server. */
const KEPT = 'assay.key';

let held: string | null = null;

/** Read each time: another tab may have been admitted meanwhile. */
export function key(): string | null {
  try {
    return localStorage.getItem(KEPT) ?? held;
  } catch {
    return held;
  }
}

/** `fetch` with the key. Every request to the server goes through this. */
export function askForKey(url: string, init: RequestInit = {}): Promise<Response> {
  const known = key();
  const headers = new Headers(init.headers);
  if (known !== null) headers.set('authorization', `Bearer ${known}`);
  return fetch(url, { ...init, headers, credentials: 'omit' });
}

/** Why the link in the address was rejected; null where it worked, or where there was none. */
export const linkRefused = new Store<string | null>(null);

/** Trades the token in the address for a key, and removes it from the address: it works once. */
export async function enterByLink(): Promise<void> {
  const token = new URLSearchParams(location.hash.slice(1)).get(TOKEN_FRAGMENT);
  if (token === null) return;
  history.replaceState(null, '', `${location.pathname}${location.search}`);
  try {
    const entered = await callRoute(ROUTES.enter, { body: { token } }, askForKey);
    keep(entered.key);
  } catch (thrown) {
    linkRefused.set(thrown instanceof ApiError ? thrown.message : String(thrown));
  }
}

function keep(key: string): void {
  held = key;
  try {
    localStorage.setItem(KEPT, key);
  } catch {
    // A browser without storage admits this tab until it is closed.
  }
}
