import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

export interface RowWindow {
  /** The first row to draw, and how many. */
  readonly first: number;
  readonly count: number;
  /** The position of the first, and the height of all of them. */
  readonly top: number;
  readonly height: number;
}

interface Rows {
  readonly total: number;
  readonly row: number;
  /** One of them may be taller. */
  readonly tall: { readonly index: number; readonly height: number } | null;
}

const OVERSCAN = 8;

/** The visible rows of a list with known heights: computed, without measuring during scrolling. */
export function rowWindow({ total, row, tall }: Rows, scrolled: number, room: number): RowWindow {
  const extra = tall ? tall.height - row : 0;
  const indexAt = (y: number): number => {
    if (!tall || y < (tall.index + 1) * row) return Math.floor(y / row);
    return y < tall.index * row + tall.height ? tall.index : Math.floor((y - extra) / row);
  };
  const height = total * row + extra;
  const from = Math.max(0, Math.min(scrolled, height - room));
  // A constant number, so that the same elements can show other rows.
  const count = Math.min(total, Math.ceil(room / row) + 1 + 2 * OVERSCAN);
  const first = Math.max(0, Math.min(indexAt(from) - OVERSCAN, total - count));
  const top = first * row + (tall && tall.index < first ? extra : 0);
  return { first, count, top, height };
}

/** Follows the scrolling of an element; redraws only when other rows become visible. */
export function useRowWindow(element: RefObject<HTMLElement | null>, rows: Rows): RowWindow {
  const [seen, setSeen] = useState({ scrolled: 0, room: 0 });
  const now = rowWindow(rows, seen.scrolled, seen.room);
  const { total, row, tall } = rows;
  const [tallAt, tallHeight] = [tall?.index ?? -1, tall?.height ?? 0];
  // An empty list may not be rendered at all.
  const isThere = total > 0;
  useLayoutEffect(() => {
    const list = element.current;
    if (!list) return;
    const look = (): void => setSeen({ scrolled: list.scrollTop, room: list.clientHeight });
    look();
    const watch = new ResizeObserver(look);
    watch.observe(list);
    return () => watch.disconnect();
  }, [element, isThere]);
  useEffect(() => {
    const list = element.current;
    if (!list) return;
    const at = tallAt < 0 ? null : { index: tallAt, height: tallHeight };
    const look = (): void =>
      setSeen((before) => {
        const { scrollTop: scrolled, clientHeight: room } = list;
        const [shown, wanted] = [before.scrolled, scrolled].map((y) => rowWindow({ total, row, tall: at }, y, room));
        return shown?.first === wanted?.first && shown?.count === wanted?.count ? before : { scrolled, room };
      });
    list.addEventListener('scroll', look, { passive: true });
    return () => list.removeEventListener('scroll', look);
  }, [element, total, row, tallAt, tallHeight]);
  return now;
}
