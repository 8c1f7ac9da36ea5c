import { useCallback, useRef, useState } from 'react';
import type { ApiError } from '#contracts/http/call-route.ts';
import { announce } from '../shell/announcer.ts';
import { asApiError } from './use-answer.ts';

export interface PageAction<A extends readonly unknown[]> {
  readonly busy: boolean;
  readonly error: ApiError | null;
  run(...args: A): Promise<boolean>;
}

/** An action of a person: once at a time; an error is kept for display. */
export function useAction<A extends readonly unknown[]>(work: (...args: A) => Promise<unknown>): PageAction<A> {
  const [state, setState] = useState<{ busy: boolean; error: ApiError | null }>({ busy: false, error: null });
  const latest = useRef(work);
  latest.current = work;
  const busy = useRef(false);
  const run = useCallback(async (...args: A) => {
    if (busy.current) return false;
    busy.current = true;
    setState({ busy: true, error: null });
    try {
      await latest.current(...args);
      setState({ busy: false, error: null });
      return true;
    } catch (thrown) {
      const error = asApiError(thrown);
      announce(error.message);
      setState({ busy: false, error });
      return false;
    } finally {
      busy.current = false;
    }
  }, []);
  return { ...state, run };
}
