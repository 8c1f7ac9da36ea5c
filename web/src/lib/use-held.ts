import { useRef } from 'react';

/** The value, or the last one there was while the next is on its way: a list that is asked for again does not blink. */
export function useHeld<T>(value: T | null): { readonly held: T | null; readonly isOld: boolean } {
  const last = useRef<T | null>(null);
  if (value !== null) last.current = value;
  return { held: value ?? last.current, isOld: value === null && last.current !== null };
}
