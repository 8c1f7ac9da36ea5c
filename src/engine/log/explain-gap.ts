import { chainHash } from './chain.ts';

export interface Gap {
  /** The chain up to the last point where it holds. */
  readonly chain: string;
  /** The seq of the next append. */
  readonly seq: number;
  /** Not before the previous append, not after the next. */
  readonly from: number;
  readonly to: number;
  /** Whether a chain leads to the next stored hash. */
  readonly leadsOn: (chain: string) => boolean;
  /** The bytes that one such check hashes, so that long rows are checked less often. */
  readonly bytes: number;
}

/** Some seconds of work: enough for a quarter of an hour with one letter in it, or a second or two with two. */
const MOST_BYTES_READ = 1e9;

/**
 * Up to version 0.1.0 a letter that led to no event advanced the chain without leaving a row. Its hash covers only its
 * timestamp, so the timestamp can be searched for. An altered event cannot be passed off as such a gap. Null where no
 * timestamp fits.
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
