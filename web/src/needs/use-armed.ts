import { useEffect, useState } from 'react';

/** Long enough to notice another card, and to stop the finger. */
const ARM_MS = 600;

/**
 * Whether a card has been visible long enough to be answered by one key: a key meant for the previous card must not
 * count.
 */
export function useArmed(card: string): boolean {
  const [armed, setArmed] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setArmed(card), ARM_MS);
    return () => clearTimeout(timer);
  }, [card]);
  return armed === card;
}
