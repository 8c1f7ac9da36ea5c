import { useRef } from 'react';

/** The value, or the previous one while the next is loading: a list that is reloaded does not flicker. */
export function useHeld<T>(value: T | null): { readonly held: T | null; readonly isOld: boolean } {
  const last = useRef<T | null>(null);
  if (value !== null) last.current = value;
  return { held: value ?? last.current, isOld: value === null && last.current !== null };
}
