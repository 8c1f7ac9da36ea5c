import { describe, expect, it } from 'vitest';
import type { AskedFunction } from './asker.ts';
import { type AskTree, onlyTestedCompiled } from './only-tested.ts';
import { type CompiledQuestion, compiledQuestions } from './questions.ts';

const strip: AskedFunction = {
  ...{ id: 'ftoa.go:8', path: 'ftoa.go', name: 'strip', line: 8, receiver: null, body: 0 },
  parameters: [{ name: 's', type: 'string' }],
};
const asks = (...texts: string[]): CompiledQuestion[] =>
  compiledQuestions(texts.map((text) => ({ function: strip, receiver: null, args: [JSON.stringify(text)] })));
const answering =
  (answer: (text: string) => string): AskTree =>
  async (questions) =>
    questions.map(({ values: [text] }) => JSON.stringify(answer(String(text))));

const main = (text: string): string => text.replace(/\.?0+$/, '');
const judge = async (now: (text: string) => string, isOnMain = () => true) => {
  const questions = asks('20', '200', '2.50', '7');
  const outcomes = await answering(now)(questions);
  const asked = questions.map((question, n) => ({ question, outcome: outcomes[n] ?? null }));
  return onlyTestedCompiled(asked, { now: answering(now), before: answering(main), isOnMain, sources: new Map() });
};

describe('G3 G14.13 functions of compiled languages whose change affects only their tests’ inputs', () => {
  it.each([
    ['a condition', (text: string) => (text === '20' || text === '200' ? text : main(text))],
    [
      'a table',
      (text: string) =>
        new Map([
          ['20', '20'],
          ['200', '200'],
        ]).get(text) ?? main(text),
    ],
  ])('are found: %s', async (_, now) => {
    const found = await judge(now);
    expect(found.map(({ file, words }) => [file, words])).toEqual([['ftoa.go', ['20', '200']]]);
    expect(found[0]?.message).toContain('strip differs from main for "20", "200"');
  });

  it('are not those with a more general rule, nor new ones', async () => {
    expect(await judge((text) => (text.includes('.') ? main(text) : text))).toEqual([]);
    expect(
      await judge(
        (text) => (text === '20' || text === '200' ? text : main(text)),
        () => false,
      ),
    ).toEqual([]);
  });
});
