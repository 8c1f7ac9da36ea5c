import { type RefObject, useEffect, useRef } from 'react';

/** How far from its end, in pixels, a list still counts as scrolled to the end. */
const NEAR = 80;

/**
 * Keeps growing content scrolled to its end, as long as its reader is at the end. `more` changes when there is more.
 */
export function useStickToEnd(
  parent: RefObject<HTMLElement | null>,
  more: unknown,
  live: boolean,
  /** A new value takes the reader to the end. */
  anew: unknown = null,
): void {
  const atEnd = useRef(true);
  useEffect(() => {
    const element = parent.current;
    if (!element) return;
    let last = element.scrollTop;
    // Only who scrolls up leaves the end: content that grew in between also puts it further away.
    const look = (): void => {
      const isNear = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
      if (isNear || element.scrollTop < last) atEnd.current = isNear;
      last = element.scrollTop;
    };
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [parent]);
  // First: the next effect scrolls.
  useEffect(() => {
    atEnd.current = true;
  }, [anew]);
  // More content is the reason to look again.
  useEffect(() => {
    if (!live || !atEnd.current) return;
    // Heights are known a moment later.
    const frame = requestAnimationFrame(() => {
      const element = parent.current;
      if (element) element.scrollTop = element.scrollHeight;
    });
    return () => cancelAnimationFrame(frame);
  }, [more, anew, live, parent]);
}
