import { type AnswerOf, ApiError, callRoute } from '#contracts/http/call-route.ts';
import { HttpCode } from '#contracts/http/failure.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import { Store, useStore } from '../lib/store.ts';
import { askForKey as askServer } from './key.ts';

export type Session = AnswerOf<typeof ROUTES.session>;

/**
 * `gone`: the server does not answer, and the page shows its last known state. `locked`: it answers, and does not know
 * this browser. Both end once the server admits the page again.
 */
export interface ServerConnection {
  readonly phase: 'connecting' | 'open' | 'gone' | 'locked';
  readonly session: Session | null;
  /** Grows whenever the connection was restored: everything is requested again. */
  readonly generation: number;
  /** The page was built for another version than the one that serves it. */
  readonly outdated: boolean;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 4_000;

const connection = new Store<ServerConnection>({
  phase: 'connecting',
  session: null,
  generation: 0,
  outdated: false,
});

export const useConnection = (): ServerConnection => useStore(connection);
export const connectionStore = connection;

/** Whether the page shows the current state: without a server it is unknown what still runs. */
export function useInTouch(): boolean {
  const { phase } = useConnection();
  return phase !== 'gone' && phase !== 'locked';
}

let probing = false;

/** Something went wrong: finds out what, and keeps trying until it works again. */
export function suspect(): void {
  if (probing) return;
  probing = true;
  void probe().finally(() => {
    probing = false;
  });
}

async function probe(): Promise<void> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 1.6, LONGEST_WAIT_MS)) {
    const found = await ask();
    if (found) return;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

async function ask(): Promise<boolean> {
  try {
    const session = await callRoute(ROUTES.session, {}, askServer);
    const before = connection.get();
    noteServerAnswer();
    connection.set({
      phase: 'open',
      session,
      generation: before.generation + (isNews(before, session) ? 1 : 0),
      outdated: before.outdated || (before.session !== null && before.session.version !== session.version),
    });
    return true;
  } catch (thrown) {
    const locked = thrown instanceof ApiError && thrown.code === HttpCode.notSignedIn;
    const before = connection.get();
    connection.set({ ...before, phase: locked ? 'locked' : 'gone' });
    return false;
  }
}

const isNews = ({ phase, session }: ServerConnection, found: Session): boolean =>
  phase === 'gone' || phase === 'locked' || (session !== null && session.server !== found.server);

let last = Date.now();

/** A sign of life. */
export function noteServerAnswer(): void {
  last = Date.now();
}

/** When the server last answered. */
export const lastServerAnswer = (): number => last;
