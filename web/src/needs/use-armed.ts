import { useEffect, useState } from 'react';

/** Long enough to see that there is another card, and to stop the finger. */
const ARM_MS = 600;

/** Whether a card has been there long enough to be answered by one key: one that was meant for the card before is not. */
export function useArmed(card: string): boolean {
  const [armed, setArmed] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setArmed(card), ARM_MS);
    return () => clearTimeout(timer);
  }, [card]);
  return armed === card;
}
