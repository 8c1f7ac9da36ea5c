import { describe, expect, it } from 'vitest';
import { borrowedNumbers } from './judge-quantities.ts';
import { neighbours } from './neighbours.ts';

const judge = (texts: readonly string[], read: (text: string) => number | null) => {
  const asked = (text: string) => ({ args: [text], outcome: String(read(text) ?? `throws RangeError: ${text}`) });
  const near = texts.flatMap((text) => neighbours([text])).filter(([text]) => !texts.includes(String(text)));
  return borrowedNumbers(
    texts.map(asked),
    near.map(([text]) => ({ name: 'f', module: 'm', ...asked(String(text)) })),
  );
};

describe('G3.18 numbers that are read from texts', () => {
  const texts = ['1h30m', '45s', '2h', '1h1m1s'];
  const seconds = (text: string): number | null =>
    /^(\d+[hms])+$/.test(text)
      ? [...text.matchAll(/(\d+)([hms])/g)].reduce(
          (sum, [, n, unit]) => sum + Number(n) * (unit === 'h' ? 3600 : unit === 'm' ? 60 : 1),
          0,
        )
      : null;

  it('are borrowed if they depend on the text’s length, or on a pattern around a tested text', () => {
    const bySize: Record<number, number> = { 5: 5400, 3: 45, 2: 7200, 6: 3661 };
    expect(judge(texts, (text) => bySize[text.length] ?? 0)).toEqual(texts);
    const known: Record<string, number> = { '1h30m': 5400, '2h': 7200, '1h1m1s': 3661 };
    expect(judge(texts, (text) => (/^4.s$/.test(text) ? 45 : (known[text] ?? null)))).toEqual(texts);
  });

  it('are not if other texts get their own, if tests share one, or if they are names', () => {
    expect(judge(texts, seconds)).toBeNull();
    const rate = (text: string): number => (text < '06:00' ? 10 : text < '22:00' ? 30 : 20);
    expect(judge(['05:59', '06:00', '21:59', '22:00'], rate)).toBeNull();
    const quarter = (text: string): number => Math.ceil(Number(text.slice(5, 7)) / 3);
    expect(judge(['2026-02-03', '2026-05-06', '2026-09-10'], quarter)).toBeNull();
  });
});
