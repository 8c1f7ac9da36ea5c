import type { NewEvent, RunEvent } from '#contracts/run-events.ts';
import { currentVersion } from '#contracts/run-events.ts';
import { nextHeader, type RunHeader } from '#contracts/run-header.ts';
import { type ChainedRow, chainHash } from './chain.ts';

export interface Encoded {
  readonly rows: readonly (ChainedRow & { readonly chain: string; readonly batch: number })[];
  readonly header: RunHeader;
  readonly chain: string;
}

interface Place {
  readonly at: number;
  readonly after: number;
  readonly chain: string;
  readonly header: RunHeader | null;
  /** For events copied from another log: when each happened, and which append it came with. */
  readonly copied?: readonly { readonly at: number; readonly batch: number }[];
}

/** Events as rows, numbered and chained, and the header they lead to. */
export function encodeEvents(events: readonly NewEvent[], place: Place): Encoded {
  let { header, chain } = place;
  const rows = events.map(({ type, data }, index) => {
    const seq = place.after + index + 1;
    const at = Math.round(place.copied?.[index]?.at ?? place.at);
    const row = { seq, at, type, v: currentVersion(type), data: JSON.stringify(data) };
    chain = chainHash(chain, row);
    // NewEvent pairs type and data; numbering keeps the pair.
    header = nextHeader(header, { seq, at, type, v: row.v, data } as RunEvent);
    return { ...row, chain, batch: place.copied?.[index]?.batch ?? place.after + 1 };
  });
  if (!header) throw new Error('nothing to encode');
  return { rows, header, chain };
}
