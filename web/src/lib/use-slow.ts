import { useEffect, useRef, useState } from 'react';

/** A value that changes at most once per interval; the last change is never lost. */
export function useSlow<T>(value: T, ms: number): T {
  const [slow, setSlow] = useState(value);
  const changedAt = useRef(0);
  useEffect(() => {
    const wait = Math.max(0, changedAt.current + ms - Date.now());
    const later = setTimeout(() => {
      changedAt.current = Date.now();
      setSlow(value);
    }, wait);
    return () => clearTimeout(later);
  }, [value, ms]);
  return slow;
}
