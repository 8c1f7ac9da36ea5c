import { useCallback, useEffect, useRef, useState } from 'react';
import { type AnswerOf, ApiError, pathOf, type RouteInput } from '#contracts/http/call-route.ts';
import type { Route } from '#contracts/http/route.ts';
import { call } from './call.ts';
import { useConnection } from './connection.ts';

export interface AnswerSent<R extends Route> {
  readonly data: AnswerOf<R> | null;
  readonly error: ApiError | null;
  readonly loading: boolean;
  /** The answer is the server's last word: nothing is asked for any more, and nothing went wrong since. */
  readonly current: boolean;
  reload(): void;
}

/** The last answers by address, so that going back shows at once what was there. */
const kept = new Map<string, unknown>();
const MOST_KEPT = 60;

/**
 * The answer of a route; asked again when its input, `fresh` or the connection changes, and after a while where it
 * could not be had. Keeps the old one meanwhile.
 */
export function useAnswer<R extends Route>(route: R, input: RouteInput<R>, fresh: number | string = 0): AnswerSent<R> {
  const key = pathOf(route, input);
  const { generation } = useConnection();
  const [again, setAgain] = useState(0);
  const [state, setState] = useState<State<R>>({ key: '', asked: '', data: null, error: null });
  const asking = `${key} ${generation} ${again} ${fresh}`;
  const failures = useRef(0);
  // The address says all there is to `route` and `input`.
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
  // What is kept under an address is what its route answered.
  const data = (kept.get(key) as AnswerOf<R> | undefined) ?? null;
  return { data, error: null, loading: data === null, current: false, reload };
}

interface State<R extends Route> {
  readonly key: string;
  /** What was asked for when this came. */
  readonly asked: string;
  readonly data: AnswerOf<R> | null;
  readonly error: ApiError | null;
}

/** What a server that is busy, or a network that hiccuped, will answer the next time. */
const mayPass = ({ status }: ApiError): boolean => status === 0 || status === 429 || (status >= 500 && status !== 501);

const waitAfter = (failures: number): number => Math.min(1_000 * 2 ** (failures - 1), 15_000);

/** Asked for before there was a page to show it. */
const early = new Map<string, Promise<unknown>>();

/** Asks now for what the page will ask for in a moment, while its code is still on the way. */
export function askEarly<R extends Route>(route: R, input: RouteInput<R>): void {
  const answer = call(route, input);
  // Anyone who asks for it is told; nobody may.
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
