import { describe, expect, it } from 'vitest';
import { RunId, SessionId } from '#contracts/ids.ts';
import { accountOf, COST_KEYS, type CostEntry, UNKNOWN } from './account.ts';
import { bar } from './bar.ts';
import { sinceOf } from './since.ts';

const at = (day: number, hour = 12) => new Date(2026, 10, day, hour).getTime();

const entry = (more: Partial<CostEntry> & { readonly in?: string } = {}): CostEntry => ({
  at: at(1),
  run: RunId.parse(more.in ?? 'r1'),
  title: `about ${more.in ?? 'r1'}`,
  session: SessionId.parse('s1'),
  agent: 'chat',
  model: 'a:b',
  tokens: 100,
  parts: { input: 60, output: 30, cached: 10 },
  usd: 0.5,
  interrupted: false,
  ...more,
});

const ENTRIES = [
  entry(),
  entry({ in: 'r2', at: at(2), model: 'a:c', usd: 2 }),
  entry({ in: 'r2', at: at(2), model: null, agent: null, parts: null, usd: null, tokens: 7 }),
  entry({ in: 'r3', at: at(3), interrupted: true, usd: 0.25 }),
];

describe('C1 what agents cost', () => {
  it.each(COST_KEYS)('is the same in all, by %s', (by) => {
    const { rows, total } = accountOf(ENTRIES, by);
    expect(total).toMatchObject({ attempts: 4, tokens: 307, input: 180, output: 90, cached: 30, usd: 2.75 });
    expect(rows.reduce((all, row) => all + row.usd, 0)).toBeCloseTo(total.usd, 10);
    expect(rows.reduce((all, row) => all + row.tokens, 0)).toBe(total.tokens);
  });

  it('X8.14 reports calls without a price and interrupted ones, and leaves the former out of all sums', () => {
    const { total, rows } = accountOf(ENTRIES, 'model');
    expect(total.unpriced).toEqual({ attempts: 1, tokens: 7 });
    expect(total.interrupted).toEqual({ attempts: 1, usd: 0.25 });
    expect(rows.map(({ key, usd }) => `${key} ${usd}`)).toEqual(['a:c 2', 'a:b 0.75', `${UNKNOWN} 0`]);
  });

  it('lists days from the latest, runs from the dearest', () => {
    expect(accountOf(ENTRIES, 'day').rows.map(({ key }) => key)).toEqual(['2026-11-03', '2026-11-02', '2026-11-01']);
    expect(accountOf(ENTRIES, 'run').rows.map(({ key, title }) => [key, title])).toEqual([
      ['r2', 'about r2'],
      ['r1', 'about r1'],
      ['r3', 'about r3'],
    ]);
    expect(accountOf([], 'day')).toMatchObject({ rows: [], total: { attempts: 0, usd: 0 } });
  });

  it('ends a day at the person’s midnight', () => {
    const night = [entry({ at: at(1, 23) }), entry({ at: at(2, 0) })];
    expect(accountOf(night, 'day').rows).toHaveLength(2);
  });
});

describe('since', () => {
  it.each([
    ['24h', at(9)],
    ['3d', at(7)],
    ['1w', at(3)],
    ['today', at(10, 0)],
    ['2026-11-02', at(2, 0)],
  ])('%s', (text, expected) => expect(sinceOf(text, at(10))).toBe(expected));

  it.each(['', 'yesterday', '7', '2026-13-01', '2026-02-30', '-3d'])(
    'refuses "%s" and says what is accepted',
    (text) => {
      expect(() => sinceOf(text, at(10))).toThrow(
        expect.objectContaining({ code: 'USAGE', next: expect.stringContaining('7d') }),
      );
    },
  );
});

describe('a bar', () => {
  it('is as long as its share, and never nothing for something', () => {
    expect([0, 0.001, 0.25, 0.5, 1, 2].map((share) => bar(share, 4))).toEqual(['', '▏', '█', '██', '████', '████']);
  });
});
