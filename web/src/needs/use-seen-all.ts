import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether all of a box was visible: it fits, or it was scrolled to its end. */
export function useSeenAll<E extends HTMLElement>(
  what: string,
): { readonly box: RefObject<E | null>; readonly seen: boolean } {
  const box = useRef<E>(null);
  const [seen, setSeen] = useState<string | null>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = (): void => {
      if (element.scrollTop + element.clientHeight >= element.scrollHeight - 2) setSeen(what);
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      sizes.disconnect();
    };
  }, [what]);
  return { box, seen: seen === what };
}
