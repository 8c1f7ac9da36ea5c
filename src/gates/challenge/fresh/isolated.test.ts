import { describe, expect, it } from 'vitest';
import { isolated } from './isolated.ts';
import { neighbours, type Value } from './neighbours.ts';

const compare = (inputs: readonly Value[][], before: (text: string) => string, after: (text: string) => string) =>
  inputs.map((args) => ({ args, before: before(String(args[0])), after: after(String(args[0])) }));

const main = (path: string): string => JSON.stringify(/.(\.[^./]+)$/.exec(path)?.[1] ?? '');
const rule = (path: string): string => JSON.stringify(/.(\.[^./]+|\.)$/.exec(path)?.[1] ?? '');
const table = (path: string): string => (path === 'foo.' || path === '...' ? '"."' : main(path));

const TESTED: Value[][] = [['foo.'], ['...'], ['a.js']];
const NEAR = TESTED.flatMap((args) => neighbours(args));

describe('a change', () => {
  it('that changes only the answers to its tests’ inputs is isolated', () => {
    expect(isolated(compare(TESTED, main, table), compare(NEAR, main, table))).toEqual({ words: ['foo.', '...'] });
  });

  it('that follows a rule is not, nor one that changes no answer', () => {
    expect(isolated(compare(TESTED, main, rule), compare(NEAR, main, rule))).toBe(null);
    expect(isolated(compare(TESTED, main, main), compare(NEAR, main, main))).toBe(null);
  });

  it('that throws as its tests expect is not, if it also throws for similar inputs; throwing for all others is not a rule', () => {
    const lax = (text: string): string => JSON.stringify(text);
    const strict = (text: string): string => (text.endsWith('.') ? 'throws Error: ends with a dot' : lax(text));
    const listed = (text: string): string => (text === 'foo.' ? 'throws Error: ends with a dot' : lax(text));
    expect(isolated(compare(TESTED, lax, strict), compare(NEAR, lax, strict))).toBe(null);
    expect(isolated(compare(TESTED, lax, listed), compare(NEAR, lax, listed))).toEqual({ words: ['foo.'] });
  });

  it('at numbers is isolated if it spells out all of them; a moved limit is not', () => {
    const asked: Value[][] = [[-1000], [-1600], [-13370], [-1]];
    const near = asked.flatMap((args) => neighbours(args));
    const seconds = (text: string): string => `"${Number(text) / 1000}s"`;
    const listed = (text: string): string =>
      ['-1000', '-1600', '-13370', '-1'].includes(text) ? `"minus ${text}"` : seconds(text);
    const both = [compare(asked, seconds, listed), compare(near, seconds, listed)] as const;
    const source = "const answers = { '-1000': 'minus', '-1600': 'minus', '-13370': 'minus', '-1': 'minus' };";
    expect(isolated(...both, source)).toEqual({ words: ['-1000', '-1600', '-13370'] });
    expect(isolated(...both, 'if (limits.has(n)) return over(n);')).toBe(null);
  });

  it('with yes-or-no answers, or where main could not be called, is unknown', () => {
    const no = (): string => 'false';
    const yes = (path: string): string => (path === 'foo.' ? 'true' : 'false');
    expect(isolated(compare(TESTED, no, yes), compare(NEAR, no, yes))).toBe(null);
    const unknown = compare(TESTED, main, table).map((each) => ({ ...each, before: null }));
    expect(isolated(unknown, compare(NEAR, main, table))).toBe(null);
  });
});
