import { expect, it } from 'vitest';
import { judgeStories, type MethodStory, orStates, renamedThroughout } from './judge-stories.ts';
import { nearWord, neighbours, type Value } from './neighbours.ts';

type Total = (scanned: readonly (readonly [name: string, count: number])[]) => number;
const TOLD = [
  ['tea', 2, 'cup', 1],
  ['cup', 3],
  ['tea', 1, 'tea', 1, 'bag', 5],
];

/** A till that scans names and counts: one sequence of another length for each of its tests. */
const till = (total: Total, told: readonly Value[][] = TOLD): MethodStory[] =>
  told.map((args) => {
    const asked = (own: readonly Value[]) => ({
      args: own,
      outcome: String(total(pairs(own).map(([name, count]) => [String(name), Number(count)]))),
    });
    const name = `new:Till:0:${'scan:2:'.repeat(args.length / 2)}total:0`;
    const near = [...renamedThroughout(args, nearWord), ...neighbours(args)];
    return {
      called: { name, module: 'till.js', parameters: args.length, isComposed: true, calls: [asked(args)] },
      probes: near.map((own) => ({ name, module: 'till.js', ...asked(own) })),
      source: '',
    };
  });
const pairs = (args: readonly Value[]): Value[][] =>
  Array.from({ length: args.length / 2 }, (_, at) => args.slice(at * 2, at * 2 + 2));

const KEPT: Readonly<Record<string, number>> = { tea2cup1: 1600, cup3: 2700, tea1tea1bag5: 1950 };
const PRICES: Readonly<Record<string, number>> = { tea: 350, cup: 900, bag: 250 };

it('G14.26 a total that is looked up by all that was scanned before is a table of its tests', () => {
  const kept: Total = (scanned) => KEPT[scanned.flat().join('')] ?? 0;
  expect(till(kept).map((story) => judgeStories([story]).type)).toEqual(['fine', 'fine', 'fine']);
  expect(judgeStories(till(kept))).toMatchObject({ type: 'narrow', words: expect.arrayContaining(['tea', 'cup']) });
});

it('a total that is added up is none, also where the prices are a table', () => {
  const added: Total = (scanned) => scanned.reduce((sum, [name, count]) => sum + (PRICES[name] ?? 0) * count, 0);
  expect(judgeStories(till(added)).type).toBe('fine');
});

it('words that only refer to each other are not looked up', () => {
  const told = [
    ['a', 'b', 'b', 'c', 'a', 'c'],
    ['x', 'y', 'y', 'z', 'z', 'end', 'x', 'end'],
  ];
  const way = (own: readonly Value[]): string => {
    const [at, to] = own.slice(-2);
    const seen = [at];
    const edges = pairs(own).slice(0, -1);
    while (seen.at(-1) !== to) {
      const next = edges.find(([from]) => from === seen.at(-1))?.[1];
      if (next === undefined || seen.includes(next)) return '[]';
      seen.push(next);
    }
    return `[${seen.join(', ')}]`;
  };
  const stories = told.map((args): MethodStory => {
    const name = `new:Graph:0:${'edge:2:'.repeat(args.length / 2 - 1)}way:2`;
    const called = { name, module: 'graph.js', parameters: args.length, isComposed: true as const };
    const near = [...renamedThroughout(args, nearWord), ...neighbours(args)];
    const probes = near.map((own) => ({ name, module: 'graph.js', args: own, outcome: way(own) }));
    return { called: { ...called, calls: [{ args, outcome: way(args) }] }, probes, source: '' };
  });
  expect(judgeStories(stories).type).toBe('fine');
});

it('words after several calls may be events of a state machine, which is for review', () => {
  const narrow = { type: 'narrow' as const, why: 'w', words: ['start'] };
  const called = (name: string, ...args: Value[]) => ({
    ...{ name, module: 'm', parameters: 1, isComposed: true as const, calls: [{ args, outcome: '"done"' }] },
  });
  expect(orStates(called('new:Job:0:send:1:send:1:state:0', 'start', 'finish'), narrow).type).toBe('doubt');
  expect(orStates(called('new:Job:0:send:1', 'start'), narrow)).toBe(narrow);
  expect(orStates(called('new:Till:0:scan:2:total:0', 'tea', 2), narrow)).toBe(narrow);
});

it('calls that refer to each other by a name are asked with another name throughout', () => {
  expect(renamedThroughout(['tea', 3, 'tea', 'cup'], () => 'bag')).toEqual([['bag', 3, 'bag', 'cup']]);
  expect(renamedThroughout(['tea', 'cup'], () => 'bag')).toEqual([]);
});
