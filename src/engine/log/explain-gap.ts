import { chainHash } from './chain.ts';

export interface Gap {
  /** The chain as far as it holds. */
  readonly chain: string;
  /** The seq that the next append has. */
  readonly seq: number;
  /** No earlier than the append before, no later than the append after. */
  readonly from: number;
  readonly to: number;
  /** Whether a chain leads on to what is there. */
  readonly leadsOn: (chain: string) => boolean;
  /** What one such question reads, so that long rows are asked about less often. */
  readonly bytes: number;
}

/** Some seconds of work: enough for a quarter of an hour with one letter in it, or a second or two with two. */
const MOST_BYTES_READ = 1e9;

/**
 * Up to version 0.1.0 a letter that led to no event moved the chain on and left no row. Its hash covers nothing but its
 * moment, so the moment can be found: anyone who altered an event cannot pass for that. Null where none fits.
 */
export function lettersIn(gap: Gap): readonly number[] | null {
  const moments = Math.floor(gap.to - gap.from) + 1;
  if (moments < 1 || moments * (gap.bytes + EMPTY_BYTES) > MOST_BYTES_READ) return null;
  for (let at = gap.from; at <= gap.to; at += 1) if (gap.leadsOn(afterLetter(gap.chain, gap.seq, at))) return [at];
  if ((moments * (moments + 1) * (gap.bytes + EMPTY_BYTES)) / 2 > MOST_BYTES_READ) return null;
  for (let first = gap.from; first <= gap.to; first += 1) {
    const chain = afterLetter(gap.chain, gap.seq, first);
    for (let second = first; second <= gap.to; second += 1) {
      if (gap.leadsOn(afterLetter(chain, gap.seq, second))) return [first, second];
    }
  }
  return null;
}

const EMPTY_BYTES = 400;

const afterLetter = (chain: string, seq: number, at: number): string =>
  chainHash(chain, { seq, count: 0, at, body: '[]' });
