import { useEffect, useState } from 'react';

/** Browsers allow few connections to one server, over all tabs: hidden ones release theirs after a while. */
const LEAVE_AFTER_MS = 5_000;

export function useVisible(): boolean {
  const [visible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    let leaving: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      clearTimeout(leaving);
      if (!document.hidden) setVisible(true);
      else leaving = setTimeout(() => setVisible(false), LEAVE_AFTER_MS);
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(leaving);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return visible;
}

/** Calls back once no other tab holds the name. @returns a function that releases it */
export function heldByThisTab(name: string, held: () => void): () => void {
  const leave = new AbortController();
  let release = (): void => {};
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks
    .request(name, { signal: leave.signal }, () => {
      held();
      return until;
    })
    // Cancelled while it waited.
    .catch(() => undefined);
  return () => {
    leave.abort();
    release();
  };
}
