import { expect, it } from 'vitest';
import { idleFunctions } from './idle-functions.ts';
import type { Looked } from './judge-inputs.ts';
import { neighbours } from './neighbours.ts';

const looked = (name: string, inputs: readonly string[], rule: (text: string) => string): Looked => {
  const asked = (text: string) => ({ args: [text], outcome: JSON.stringify(rule(text)) });
  const near = inputs.flatMap((text) => neighbours([text])).map(([text]) => asked(String(text)));
  return {
    called: { name, module: 'code.js', parameters: 1, calls: inputs.map(asked) },
    probes: near.map((each) => ({ name, module: 'code.js', ...each })),
    source: '',
  };
};
const names = (...all: Looked[]): string[] => [...idleFunctions(all)].map(({ called }) => called.name);
const TEXTS = ['hello', 'a b', 'x?&='];
const same = (text: string): string => text;
const base64 = (text: string): string => Buffer.from(text).toString('base64url');

it('G14.25 two functions that undo each other because neither does anything, also beside others', () => {
  const both = [looked('encode', TEXTS, same), looked('decode', TEXTS, same)];
  expect(names(...both)).toEqual(['encode', 'decode']);
  expect(names(...both, looked('base64', TEXTS, base64))).toEqual(['encode', 'decode']);
});

it('a list that stays as it is', () => {
  const asked = (list: number[]) => ({ args: [list], outcome: `[${list.join(', ')}]` });
  const probes = [[3], [1, 2], [4, 4], [5]].map((list) => ({ name: 'unique', module: 'u.js', ...asked(list) }));
  const called = { name: 'unique', module: 'u.js', parameters: 1, calls: [asked([3, 1, 3])] };
  expect(names({ called, probes, source: '' })).toEqual(['unique']);
});

it('what does something, stands beside it, or was hardly asked is none', () => {
  expect(names(looked('encode', TEXTS, base64), looked('asText', TEXTS, same))).toEqual([]);
  expect(
    names(looked('asName', ['ada'], same), looked('asUser', ['u-1'], same), looked('encode', TEXTS, base64)),
  ).toEqual([]);
  expect(names(looked('trimmed', ['ab', ' c '], (text) => text.trim()))).toEqual([]);
  expect(names({ ...looked('encode', TEXTS, same), probes: [] })).toEqual([]);
  expect(names()).toEqual([]);
});
