import { useEffect, useRef, useState } from 'react';
import type { ApiError } from '#contracts/http/call-route.ts';
import type { ExampleBegun } from '#contracts/http/example-routes.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import { call } from '../api/call.ts';
import { useConnection } from '../api/connection.ts';
import { asApiError } from '../api/use-answer.ts';
import { navigate, usePlace } from '../lib/router.tsx';

export const START_PATH = '/start';

/** A server with an example begins it once the page is open; an interrupted one continues by itself. */
export function useOfferedExample(): void {
  const { session } = useConnection();
  const { path } = usePlace();
  const offered = useRef<string | null>(null);
  useEffect(() => {
    if (!session?.example.auto || offered.current === session.server) return;
    const isFirst = offered.current === null;
    offered.current = session.server;
    if (session.example.run !== null || path === START_PATH) return;
    if (isFirst && path === '/') navigate(START_PATH, 'replace');
    else if (session.example.left !== null) call(ROUTES.beginExample, { body: {} }).catch(() => undefined);
  }, [session, path]);
}

export interface ExampleShown {
  readonly begun: ExampleBegun | null;
  readonly error: ApiError | null;
  /** Nothing was begun, and nothing begins by itself. */
  readonly idle: boolean;
  again(): void;
}

/**
 * The example of this server. It begins by itself only with `--demo`; one that was interrupted with its server
 * continues.
 */
export function useExample(): ExampleShown {
  const { session } = useConnection();
  const [shown, setShown] = useState<{ begun: ExampleBegun | null; error: ApiError | null }>({
    begun: null,
    error: null,
  });
  const begin = (again: boolean): void => {
    call(ROUTES.beginExample, { body: { again } }).then(
      (begun) => setShown({ begun, error: null }),
      (thrown: unknown) => setShown(({ begun }) => ({ begun, error: asApiError(thrown) })),
    );
  };
  const run = shown.begun?.run ?? null;
  const left = session?.example.left ?? null;
  const isOffered = session !== null && (session.example.auto || session.example.run !== null);
  useEffect(() => {
    if (isOffered && (run === null || run === left)) begin(false);
  }, [session?.server]);
  return { ...shown, idle: session !== null && !isOffered && run === null, again: () => begin(true) };
}
