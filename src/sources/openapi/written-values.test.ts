import { expect, it } from 'vitest';
import type { Json } from '#contracts/json.ts';
import { formOf, inOneField, queryPairs } from './written-values.ts';

const parameter = (style?: string, explode?: boolean) => ({
  ...{ name: 'a', in: 'query' as const, required: false },
  ...(style === undefined ? {} : { style }),
  ...(explode === undefined ? {} : { explode }),
});

it.each<[string, ReturnType<typeof parameter>, Json, [string, string][]]>([
  [
    'C6.11 a list, where nothing is said',
    parameter(),
    [1, 2],
    [
      ['a', '1'],
      ['a', '2'],
    ],
  ],
  ['C6.11 a list by commas', parameter('form', false), ['x', 'y'], [['a', 'x,y']]],
  ['a list by pipes', parameter('pipeDelimited'), ['x', 'y'], [['a', 'x|y']]],
  [
    'C6.11 an object by its keys',
    parameter('deepObject', true),
    { b: 1, c: { d: 2 } },
    [
      ['a[b]', '1'],
      ['a[c][d]', '2'],
    ],
  ],
  ['an object, where nothing is said', parameter(), { b: 1 }, [['b', '1']]],
  ['a plain value', parameter(), true, [['a', 'true']]],
])('%s', (_, given, value, pairs) => {
  expect(queryPairs(given, value)).toEqual(pairs);
});

it('C6.11 writes forms: lists repeat their name, objects have brackets', () => {
  const form = formOf({ To: '+1555', MediaUrl: ['u1', 'u2'], card: { number: 4, of: { x: 'y' } } });
  expect(decodeURIComponent(form)).toBe('To=+1555&MediaUrl=u1&MediaUrl=u2&card[number]=4&card[of][x]=y');
});

it('writes lists by commas into paths and headers', () => {
  expect(inOneField([1, 'b'])).toBe('1,b');
});
