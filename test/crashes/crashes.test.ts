import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POINTS } from '#engine/drive/points.ts';
import { digestOf } from './digest.ts';
import { type Final, finalOf, type Kill, type Life, live } from './victim.ts';

/** `npm run test:crash` kills 200 times and more; `npm test` a smoke of it. */
const soak = process.env.ASSAY_SOAK === '1';
const RANDOM_KILLS = soak ? 140 : 2;
/** Early, middle and late passings of each point, in the soak; `npm test` kills at each point once. */
const PASSINGS = soak ? [1, 2, 3, 4, 5, 7, 9, 12, 15, 20, 30] : [1];

const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'assay-crash-'));
  folders.push(made);
  return made;
};

let unbroken: Final;
/** How long an unbroken life works: random kills fall into it. */
let lifetimeMs = 0;
const kills = new Map<string, number>();

beforeAll(async () => {
  const where = folder();
  const life = await live(where, null);
  lifetimeMs = life.ms;
  unbroken = (await finalOf(where, life.result)).final;
  expect(life.stderr).toBe('');
  expect(unbroken.output).toContain('"completed"');
});

afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true });
  const total = [...kills.values()].reduce((a, b) => a + b, 0);
  const rows = [...kills].map(([where, times]) => `  ${where.padEnd(20)} ${times}`);
  console.log([`kill -9 by place (${total} in all):`, ...rows].join('\n'));
});

/** Dies as told, life after life, then lives on; the end must be the unbroken run's. */
async function surviving(deaths: readonly Kill[]): Promise<Life[]> {
  const where = folder();
  const lives: Life[] = [];
  for (const kill of [...deaths, null]) {
    const life = await live(where, kill);
    lives.push(life);
    if (life.killed) kills.set(life.point ?? 'at random', (kills.get(life.point ?? 'at random') ?? 0) + 1);
    if (!life.killed) break;
  }
  const last = lives.at(-1);
  expect(last?.stderr).toBe('');
  const { final, log } = await finalOf(where, last?.result ?? null);
  for (const { acknowledged } of lives) {
    for (const [seq, digest] of acknowledged) {
      const kept = log[seq - 1];
      expect(kept && digestOf(kept)).toBe(digest);
    }
  }
  expect(Object.entries(final.effects).filter(([, times]) => times !== 1)).toEqual([]);
  expect(final).toEqual(unbroken);
  return lives;
}

describe('S2.4 S2.24 a run killed with -9 ends as if it had not been, with letters, a question and an agent in it', () => {
  it.each(POINTS.flatMap((point) => PASSINGS.map((nth) => [point, nth] as const)))(
    'at %s, passing %i',
    async (point, nth) => {
      const lives = await surviving([{ at: `${point}:${nth}` }]);
      // Points passed fewer times than asked for do not kill; the first passing of each must.
      if (nth === 1) expect(lives[0]?.point).toBe(point);
    },
  );

  it('at every named point at least once', async () => {
    for (const point of POINTS) {
      if (!kills.has(point)) await surviving([{ at: `${point}:1` }]);
      expect(kills.get(point), point).toBeGreaterThan(0);
    }
  });

  it.each(Array.from({ length: RANDOM_KILLS }, (_, n) => n))('at random moments (%i)', async () => {
    // A life may end before its moment comes; then a shorter one is tried, until one was really cut off.
    for (let span = lifetimeMs; ; span /= 2) {
      const lives = await surviving([{ afterMs: Math.random() * span }, { afterMs: (Math.random() * span) / 2 }]);
      if (lives.some(({ killed }) => killed)) return;
    }
  });

  it(soak ? 'two hundred times and more, all in all' : 'more than a handful of times', () => {
    const wanted = soak ? 200 : POINTS.length;
    expect([...kills.values()].reduce((a, b) => a + b, 0)).toBeGreaterThanOrEqual(wanted);
  });
});
