import { describe, expect, it } from 'vitest';
import { cutString } from './raw-text.ts';

describe('T5 a JSON string that was cut off', () => {
  it('is never ended inside an escape, wherever the keeping stopped', () => {
    const whole = '"a\\u00e9\\n\\ud83d\\ude00\\\\z';
    for (let kept = 1; kept <= whole.length; kept += 1) {
      const text = { kind: 'string', raw: whole.slice(0, kept), complete: false, bytes: 1_000 } as const;
      for (const limit of [0, 3, 1_000]) {
        const { json, cut } = cutString(text, limit);
        expect(cut).toBe(true);
        expect(String(JSON.parse(json)).isWellFormed(), json).toBe(true);
      }
    }
  });

  it('is left alone when it is short and complete', () => {
    const text = { kind: 'string', raw: '"abc"', complete: true, bytes: 5 } as const;
    expect(cutString(text, 3)).toEqual({ json: '"abc"', cut: false });
    expect(cutString(text, 2)).toEqual({ json: '"ab…"', cut: true });
  });
});
