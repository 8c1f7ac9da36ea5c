import { AssayError } from '#contracts/errors.ts';
import { type RunId, Seq } from '#contracts/ids.ts';
import { type NewEvent, newEvent } from '#contracts/run-events.ts';
import { CHAIN_START, chainHash } from './chain.ts';
import { decodeAppend, type Encoded, encodeAppend, type LogPlace } from './encode.ts';
import type { AppendRow } from './sqlite-rows.ts';
import { tampered } from './store-errors.ts';

export interface ForkOrder {
  readonly run: RunId;
  readonly seq: Seq;
  readonly into: RunId;
  readonly at: number;
}

/** The appends of a fork: those of its source up to an event, and one that names the source. Pure. */
export function forkAppends(rows: readonly AppendRow[], { run, seq, into, at }: ForkOrder): [Encoded, Encoded[]] {
  const last = rows.at(-1);
  if (!last || seq >= last.seq + last.count) throw new AssayError('RUN_UNKNOWN', `run ${run} has no event ${seq}`);
  let place: LogPlace = { after: 0, chain: CHAIN_START, header: null };
  const copies: Encoded[] = [];
  const add = (events: readonly NewEvent[], when: number): Encoded => {
    const encoded = encodeAppend(events, when, place);
    place = { after: encoded.header.head, chain: encoded.chain, header: encoded.header };
    copies.push(encoded);
    return encoded;
  };
  let chain = CHAIN_START;
  for (const row of rows) {
    // An alteration here must not become a valid log there.
    if (row.seq !== place.after + 1 || chainHash(chain, row) !== row.chain) throw tampered(run, place.after + 1);
    ({ chain } = row);
    add(decodeAppend(row), row.at);
  }
  const from = Seq.parse(last.seq + last.count - 1);
  return [add([newEvent('run.forked', { run: into, from: run, seq: from })], at), copies];
}
