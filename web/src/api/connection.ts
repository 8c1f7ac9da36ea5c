import { type AnswerOf, ApiError, callRoute } from '#contracts/http/call-route.ts';
import { HttpCode } from '#contracts/http/failure.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import { Store, useStore } from '../lib/store.ts';
import { askForKey as askServer } from './key.ts';

export type Session = AnswerOf<typeof ROUTES.session>;

/**
 * `gone`: the server does not answer, and what the page shows is what was last known. `locked`: it answers, and does
 * not know this browser. Both are left by themselves once the server lets the page in again.
 */
export interface ServerConnection {
  readonly phase: 'connecting' | 'open' | 'gone' | 'locked';
  readonly session: Session | null;
  /** Grows whenever the connection was found again: everything is asked for again. */
  readonly generation: number;
  /** The page was built for another version than the one that now serves it. */
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

/** Whether what is shown can be taken for how it is now: without a server nobody knows what still runs. */
export function useInTouch(): boolean {
  const { phase } = useConnection();
  return phase !== 'gone' && phase !== 'locked';
}

let probing = false;

/** Something went wrong on the way: find out what, and go on asking until it is right again. */
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
    noteHeard();
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
export function noteHeard(): void {
  last = Date.now();
}

/** When the server was last heard. */
export const heardAt = (): number => last;
