import { expect, it } from 'vitest';
import { askedFirst } from './asked-first.ts';

type Made = () => (name: string, args: string) => string;

/** Calls in the tests' order, and the same calls from processes in which `make` starts over. */
async function found(make: Made, asks: readonly (readonly [name: string, args: string])[]): Promise<string[]> {
  const functions = new Map(asks.map(([name]) => [name, { path: 'src/a.js', line: 1, name }]));
  const inTests = make();
  const asked = asks.flatMap(([name, args]) => {
    const of = functions.get(name);
    const outcome = inTests(name, args);
    return of
      ? [{ question: [name, args] as const, function: of, said: `${name}(${args})`, outcome, alike: true }]
      : [];
  });
  const findings = await askedFirst(asked, async (questions) => {
    const answer = make();
    return questions.map(([name, args]) => answer(name, args));
  });
  return findings.map(({ message }) => message);
}

const warm: Made = () => {
  let isWarm = false;
  return (_, args) => {
    if (args === '[101]') {
      isWarm = true;
      return 'throws RangeError';
    }
    return isWarm ? 'right' : 'wrong';
  };
};

it('reports a function that is right only after other calls of it', async () => {
  expect(
    await found(warm, [
      ['f', '[101]'],
      ['f', '[10]'],
      ['f', '[50]'],
    ]),
  ).toEqual([
    expect.stringContaining(
      'f returns something else when it is called first: f([50]) returns right after the other calls',
    ),
  ]);
  expect(
    await found(warm, [
      ['f', '[101]'],
      ['f', '[10]'],
      ['f', '[102]'],
      ['f', '[101]'],
    ]),
  ).toHaveLength(1);
});

it('ignores state that other functions set, counters, and calls that do not depend on earlier ones', async () => {
  const box: Made = () => {
    let held = 'nothing';
    return (name, args) => {
      if (name === 'set') held = args;
      return held;
    };
  };
  expect(
    await found(box, [
      ['get', '[]'],
      ['set', '[1]'],
      ['get', '["x"]'],
    ]),
  ).toEqual([]);
  const counts: Made = () => {
    let n = 0;
    return () => {
      n += 1;
      return String(n);
    };
  };
  expect(
    await found(counts, [
      ['id', '["a"]'],
      ['id', '["b"]'],
    ]),
  ).toEqual([]);
  expect(
    await found(
      () => (_, args) => args,
      [
        ['f', '[1]'],
        ['f', '[2]'],
      ],
    ),
  ).toEqual([]);
});
