import { useCallback, useEffect, useState } from 'react';
import { type AnswerOf, ApiError, pathOf, type RouteInput } from '#contracts/http/call-route.ts';
import type { Route } from '#contracts/http/route.ts';
import { call } from './call.ts';
import { useConnection } from './connection.ts';

export interface Answered<R extends Route> {
  readonly data: AnswerOf<R> | null;
  readonly error: ApiError | null;
  readonly loading: boolean;
  reload(): void;
}

/** The last answers by address, so that going back shows at once what was there. */
const kept = new Map<string, unknown>();
const MOST_KEPT = 60;

/** The answer of a route; asked again when its input, `fresh` or the connection changes. Keeps the old one meanwhile. */
export function useAnswer<R extends Route>(route: R, input: RouteInput<R>, fresh: number | string = 0): Answered<R> {
  const key = pathOf(route, input);
  const { generation } = useConnection();
  const [again, setAgain] = useState(0);
  const [state, setState] = useState<{ key: string; data: AnswerOf<R> | null; error: ApiError | null }>({
    key: '',
    data: null,
    error: null,
  });
  // The address says all there is to `route` and `input`.
  useEffect(() => {
    const leave = new AbortController();
    asked(route, input, key, leave.signal).then(
      (data) => {
        if (leave.signal.aborted) return;
        keep(key, data);
        setState({ key, data, error: null });
      },
      (thrown: unknown) => {
        if (leave.signal.aborted) return;
        setState((before) => ({ key, data: before.key === key ? before.data : null, error: asApiError(thrown) }));
      },
    );
    return () => leave.abort();
  }, [key, generation, again, fresh]);
  const reload = useCallback(() => setAgain((count) => count + 1), []);
  if (state.key === key) return { ...state, loading: state.data === null && state.error === null, reload };
  // What is kept under an address is what its route answered.
  const data = (kept.get(key) as AnswerOf<R> | undefined) ?? null;
  return { data, error: null, loading: data === null, reload };
}

/** Asked for before there was a page to show it. */
const early = new Map<string, Promise<unknown>>();

/** Asks now for what the page will ask for in a moment, while its code is still on the way. */
export function askEarly<R extends Route>(route: R, input: RouteInput<R>): void {
  const answer = call(route, input);
  // Whoever asks for it is told; nobody may.
  answer.catch(() => undefined);
  early.set(pathOf(route, input), answer);
}

function asked<R extends Route>(
  route: R,
  input: RouteInput<R>,
  key: string,
  signal: AbortSignal,
): Promise<AnswerOf<R>> {
  const begun = early.get(key);
  early.delete(key);
  // What was asked for under an address is what its route answers.
  return (begun as Promise<AnswerOf<R>> | undefined) ?? call(route, input, signal);
}

function keep(key: string, data: unknown): void {
  kept.delete(key);
  kept.set(key, data);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}

export const asApiError = (thrown: unknown): ApiError =>
  thrown instanceof ApiError
    ? thrown
    : new ApiError(0, 'UNEXPECTED', thrown instanceof Error ? thrown.message : String(thrown));
