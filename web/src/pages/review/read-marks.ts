import { z } from 'zod';

const KEPT = 'assay.read';
const MOST = 500;
const Marks = z.array(z.tuple([z.string(), z.number()]));

/** The event of a run up to which this browser's person has read; later events are unread. */
export function readMarks(): ReadonlyMap<string, number> {
  try {
    return new Map(Marks.parse(JSON.parse(localStorage.getItem(KEPT) ?? '[]')));
  } catch {
    return new Map();
  }
}

export function markRead(run: string, head: number): ReadonlyMap<string, number> {
  const marks = new Map([...readMarks()].filter(([known]) => known !== run)).set(run, head);
  localStorage.setItem(KEPT, JSON.stringify([...marks].slice(-MOST)));
  return marks;
}
