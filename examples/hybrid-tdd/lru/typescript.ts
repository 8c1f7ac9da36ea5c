import { inTypeScript } from '../claims.ts';
import type { TddExample } from '../example.ts';
import { typescriptProject } from '../projects.ts';
import { design, impl, staleFirst, tests } from './claims.ts';

const TYPES = `/** Keeps the entries used last, and none for longer than its time to live. */
export class TtlCache {
  constructor(capacity: number, ttl: number) {}
  /** The value, or undefined where there is none or its time is over. Counts as a use. */
  get(key: string, now: number): number | undefined {
    return undefined;
  }
  /** Stores a value; a full cache lets go of the entry used longest ago. */
  put(key: string, value: number, now: number): void {}
  /** Whether there was something to let go of. */
  drop(key: string, now: number): boolean {
    return false;
  }
  /** How many entries have not expired. */
  size(now: number): number {
    return 0;
  }
}
`;

const TESTS = `import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TtlCache } from '../src/ttl-cache.ts';

const key = fc.constantFrom('a', 'b', 'c');
const step = fc.record({
  does: fc.constantFrom('put', 'get', 'drop'),
  key,
  value: fc.integer({ min: 0, max: 9 }),
  later: fc.integer({ min: 0, max: 3 }),
});

/** The same, plainly: a list of entries, the one used longest ago first. */
class PlainList {
  entries: { key: string; value: number; until: number }[] = [];
  constructor(
    readonly capacity: number,
    readonly ttl: number,
  ) {}
  expire(now: number) {
    this.entries = this.entries.filter(({ until }) => now < until);
  }
  take(wanted: string) {
    const found = this.entries.find(({ key }) => key === wanted);
    this.entries = this.entries.filter(({ key }) => key !== wanted);
    return found;
  }
  put(wanted: string, value: number, now: number) {
    this.expire(now);
    this.take(wanted);
    if (this.entries.length === this.capacity) this.entries.shift();
    this.entries.push({ key: wanted, value, until: now + this.ttl });
  }
  get(wanted: string, now: number) {
    this.expire(now);
    const found = this.take(wanted);
    if (found) this.entries.push(found);
    return found?.value;
  }
  drop(wanted: string, now: number) {
    this.expire(now);
    return this.take(wanted) !== undefined;
  }
  size(now: number) {
    this.expire(now);
    return this.entries.length;
  }
}

describe('TtlCache', () => {
  it('refuses a capacity that is no whole number above zero', () => {
    for (const capacity of [0, -1, 1.5, Number.NaN]) expect(() => new TtlCache(capacity, 10)).toThrow(RangeError);
    expect(new TtlCache(1, 10).size(0)).toBe(0);
  });
  it('refuses a time to live that is not above zero', () => {
    for (const ttl of [0, -1, Number.NaN]) expect(() => new TtlCache(1, ttl)).toThrow(RangeError);
    expect(new TtlCache(1, 0.5).size(0)).toBe(0);
  });
  it('lets go of the entry used longest ago', () => {
    const cache = new TtlCache(2, 10);
    cache.put('a', 1, 0);
    cache.put('b', 2, 0);
    expect(cache.get('a', 1)).toBe(1);
    cache.put('c', 3, 1);
    expect(cache.get('b', 1)).toBeUndefined();
    cache.put('a', 4, 2);
    cache.put('d', 5, 2);
    expect([cache.get('a', 2), cache.get('c', 2), cache.get('d', 2)]).toEqual([4, undefined, 5]);
  });
  it('does not count what has expired', () => {
    const cache = new TtlCache(2, 10);
    cache.put('a', 1, 0);
    cache.put('b', 2, 5);
    expect(cache.get('a', 9)).toBe(1);
    cache.put('c', 3, 11);
    expect([cache.get('a', 11), cache.get('b', 11), cache.get('c', 11)]).toEqual([undefined, 2, 3]);
  });
  it('forgets an entry at its time', () => {
    const cache = new TtlCache(1, 10);
    cache.put('a', 1, 0);
    expect(cache.get('a', 9)).toBe(1);
    expect(cache.get('a', 10)).toBeUndefined();
  });
  it('drops an entry once', () => {
    const cache = new TtlCache(1, 10);
    cache.put('a', 1, 0);
    expect([cache.drop('a', 1), cache.drop('a', 1), cache.get('a', 1)]).toEqual([true, false, undefined]);
    cache.put('a', 1, 2);
    expect(cache.drop('a', 12)).toBe(false);
  });
  it('counts what is live', () => {
    const cache = new TtlCache(2, 10);
    cache.put('a', 1, 0);
    cache.put('b', 2, 5);
    expect([cache.size(9), cache.size(12), cache.size(15)]).toEqual([2, 1, 0]);
  });
  it('starts empty', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1 }), (capacity, ttl) => {
        expect(new TtlCache(capacity, ttl).size(0)).toBe(0);
      }),
    );
  });
  it('gives back what was put', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer(), fc.integer({ min: 0, max: 9 }), (name, value, later) => {
        const cache = new TtlCache(1, 10);
        cache.put(name, value, 0);
        expect(cache.get(name, later)).toBe(value);
      }),
    );
  });
  it('is never above its capacity and is empty when all has expired', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), fc.array(fc.string()), (capacity, names) => {
        const cache = new TtlCache(capacity, 10);
        for (const name of names) cache.put(name, 1, 0);
        expect(cache.size(0)).toBe(Math.min(capacity, new Set(names).size));
        expect(cache.size(10)).toBe(0);
      }),
    );
  });
  it('keeps what was looked at last', () => {
    fc.assert(
      fc.property(fc.array(key, { maxLength: 6 }), (looks) => {
        const cache = new TtlCache(3, 10);
        for (const name of 'abc') cache.put(name, 1, 0);
        let order = ['a', 'b', 'c'];
        for (const name of looks) {
          expect(cache.get(name, 1)).toBe(1);
          order = [...order.filter((each) => each !== name), name];
        }
        cache.put('new', 1, 1);
        expect(cache.get(order[0] ?? '', 1)).toBeUndefined();
        expect(cache.size(1)).toBe(3);
      }),
    );
  });
  it('does what a plain list would do', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 }), fc.array(step, { maxLength: 30 }), (capacity, steps) => {
        const cache = new TtlCache(capacity, 9);
        const plain = new PlainList(capacity, 9);
        let now = 0;
        for (const { does, key, value, later } of steps) {
          now += later;
          if (does === 'put') {
            cache.put(key, value, now);
            plain.put(key, value, now);
          }
          if (does === 'get') expect(cache.get(key, now)).toBe(plain.get(key, now));
          if (does === 'drop') expect(cache.drop(key, now)).toBe(plain.drop(key, now));
          expect(cache.size(now)).toBe(plain.size(now));
        }
        for (const name of 'abc') expect(cache.get(name, now)).toBe(plain.get(name, now));
      }),
      { numRuns: 300 },
    );
  });
});
`;

const LOOK = `    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
`;

const IMPL = `/** Keeps the entries used last, and none for longer than its time to live. */
export class TtlCache {
  readonly #capacity: number;
  readonly #ttl: number;
  /** The one used longest ago first: a map gives its keys in the order in which they came. */
  readonly #entries = new Map<string, { readonly value: number; readonly until: number }>();

  constructor(capacity: number, ttl: number) {
    if (!Number.isInteger(capacity)) throw new RangeError('the capacity is a whole number');
    if (capacity < 1) throw new RangeError('the capacity is at least 1');
    if (!(ttl > 0)) throw new RangeError('the time to live is above 0');
    this.#capacity = capacity;
    this.#ttl = ttl;
  }
  /** The value, or undefined where there is none or its time is over. Counts as a use. */
  get(key: string, now: number): number | undefined {
    this.#expire(now);
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
${LOOK}  }
  /** Stores a value; a full cache lets go of the entry used longest ago. */
  put(key: string, value: number, now: number): void {
    this.#expire(now);
    this.#entries.delete(key);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size < this.#capacity) break;
      this.#entries.delete(oldest);
    }
    this.#entries.set(key, { value, until: now + this.#ttl });
  }
  /** Whether there was something to let go of. */
  drop(key: string, now: number): boolean {
    this.#expire(now);
    return this.#entries.delete(key);
  }
  /** How many entries have not expired. */
  size(now: number): number {
    this.#expire(now);
    return this.#entries.size;
  }
  #expire(now: number): void {
    for (const [key, { until }] of this.#entries) if (until <= now) this.#entries.delete(key);
  }
}
`;

const claim = impl('TtlCache.#expire');
const written = { files: { 'src/ttl-cache.ts': IMPL }, claim };
const stale = { files: { 'src/ttl-cache.ts': IMPL.replace(LOOK, '    return entry.value;\n') }, claim };

export const TYPESCRIPT_LRU: TddExample = {
  title: 'an LRU cache with a time to live in TypeScript',
  files: typescriptProject('lru'),
  types: { files: { 'src/ttl-cache.ts': TYPES }, claim: design },
  tests: { files: { 'test/ttl-cache.test.ts': TESTS }, claim: tests(inTypeScript) },
  impl: written,
  story: staleFirst(stale, written),
};
