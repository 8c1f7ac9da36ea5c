import { z } from 'zod';
import { RawEvent } from '#contracts/event.ts';
import { currentVersion, type NewEvent, type RunEvent, readRunEvent } from '#contracts/run-events.ts';
import { nextHeader, type RunHeader } from '#contracts/run-header.ts';
import { type ChainedRow, chainHash } from './chain.ts';

/** One append: its events in one row, since they became true together and are never separated. */
export interface Encoded extends ChainedRow {
  readonly chain: string;
  readonly header: RunHeader;
}

export interface LogPlace {
  readonly after: number;
  readonly chain: string;
  readonly header: RunHeader | null;
}

/** Events as a row that follows the existing ones, and the resulting header. */
export function encodeAppend(events: readonly NewEvent[], at: number, { after, chain, header }: LogPlace): Encoded {
  // A row without events would be in the chain but not in the log.
  if (events.length === 0) throw new Error('an append has at least one event');
  const time = Math.round(at);
  let next = header;
  for (const event of numberedEvents(events, after, time)) next = nextHeader(next, event);
  if (!next) throw new Error('a log begins with run.created');
  const body = JSON.stringify(events.map(({ type, data }) => [type, currentVersion(type), data]));
  const row = { seq: after + 1, count: events.length, at: time, body };
  return { ...row, chain: chainHash(chain, row), header: next };
}

/** The events as they are in a log whose head is `after`. */
export function numberedEvents(events: readonly NewEvent[], after: number, at: number): RunEvent[] {
  return events.map(
    // NewEvent pairs type and data; numbering keeps the pair.
    ({ type, data }, index) => ({ seq: after + index + 1, at, type, v: currentVersion(type), data }) as RunEvent,
  );
}

/** Parsed JSON is JSON; each event's schema checks the rest. */
const Body = z.array(z.tuple([z.string(), z.number(), z.unknown()]));

/** A row's events, upcast to the current versions. */
export function decodeAppend({ seq, at, body }: ChainedRow): RunEvent[] {
  const stored = Body.parse(JSON.parse(body));
  return stored.map(([type, v, data], index) => readRunEvent(RawEvent.parse({ seq: seq + index, at, type, v, data })));
}
