import { useCallback, useEffect, useRef, useState } from 'react';
import { type AnswerOf, ApiError, pathOf, type RouteInput } from '#contracts/http/call-route.ts';
import type { Route } from '#contracts/http/route.ts';
import { call } from './call.ts';
import { useConnection } from './connection.ts';

export interface AnswerSent<R extends Route> {
  readonly data: AnswerOf<R> | null;
  readonly error: ApiError | null;
  readonly loading: boolean;
  /** The answer is the server's current one: no request is pending, and none has failed since. */
  readonly current: boolean;
  reload(): void;
}

/** The last answers by address, so that going back shows them at once. */
const kept = new Map<string, unknown>();
const MOST_KEPT = 60;

/**
 * The answer of a route; requested again when its input, `fresh` or the connection changes, and after a while when it
 * failed. Keeps the old one meanwhile.
 */
export function useAnswer<R extends Route>(route: R, input: RouteInput<R>, fresh: number | string = 0): AnswerSent<R> {
  const key = pathOf(route, input);
  const { generation } = useConnection();
  const [again, setAgain] = useState(0);
  const [state, setState] = useState<State<R>>({ key: '', asked: '', data: null, error: null });
  const asking = `${key} ${generation} ${again} ${fresh}`;
  const failures = useRef(0);
  // The address covers both `route` and `input`.
  useEffect(() => {
    const leave = new AbortController();
    let later: ReturnType<typeof setTimeout> | undefined;
    asked(route, input, key, leave.signal).then(
      (data) => {
        if (leave.signal.aborted) return;
        keep(key, data);
        failures.current = 0;
        setState({ key, asked: asking, data, error: null });
      },
      (thrown: unknown) => {
        if (leave.signal.aborted) return;
        const error = asApiError(thrown);
        setState((before) => ({ key, asked: asking, data: before.key === key ? before.data : null, error }));
        if (!mayPass(error)) return;
        failures.current += 1;
        later = setTimeout(() => setAgain((count) => count + 1), waitAfter(failures.current));
      },
    );
    return () => {
      leave.abort();
      clearTimeout(later);
    };
  }, [key, generation, again, fresh]);
  const reload = useCallback(() => setAgain((count) => count + 1), []);
  if (state.key === key) {
    const { data, error } = state;
    const current = state.asked === asking && data !== null && error === null;
    return { data, error, loading: data === null && error === null, current, reload };
  }
  // The value stored under an address is its route's answer.
  const data = (kept.get(key) as AnswerOf<R> | undefined) ?? null;
  return { data, error: null, loading: data === null, current: false, reload };
}

interface State<R extends Route> {
  readonly key: string;
  /** What was requested when this arrived. */
  readonly asked: string;
  readonly data: AnswerOf<R> | null;
  readonly error: ApiError | null;
}

/** A busy server or a network problem: the next request will probably succeed. */
const mayPass = ({ status }: ApiError): boolean => status === 0 || status === 429 || (status >= 500 && status !== 501);

const waitAfter = (failures: number): number => Math.min(1_000 * 2 ** (failures - 1), 15_000);

/** Requested before there was a page to show it. */
const early = new Map<string, Promise<unknown>>();

/** Requests now what the page will need in a moment, while its code is still loading. */
export function askEarly<R extends Route>(route: R, input: RouteInput<R>): void {
  const answer = call(route, input);
  // A caller sees the failure; without one it goes unseen.
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
  // The value stored under an address is its route's answer.
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
