import { describe, expect, it } from 'vitest';
import type { AskedFunction, CompiledCall } from './asker.ts';
import { compiledQuestions, compiledTable } from './questions.ts';

const OF: AskedFunction = {
  ...{ id: 'a', path: 'version.go', name: 'Text', line: 3, body: 0, answers: true },
  receiver: { name: 'v', type: '*Version' },
  parameters: [{ name: 'width', type: 'int' }],
};

/** Called as its tests do and with similar inputs; these functions compute the answers. */
function judged(answer: (values: readonly unknown[]) => string) {
  const calls = [
    ['1.2.3', 12, 5],
    ['4.5.6', 45, 8],
    ['7.8.9', 78, 9],
  ].map(
    ([original, major, width]): CompiledCall => ({
      ...{ function: OF, receiver: `&Version{original:${JSON.stringify(original)}, major:${major}}` },
      args: [String(width)],
    }),
  );
  const questions = compiledQuestions(calls);
  const { findings, narrow } = compiledTable(
    '',
    OF,
    questions,
    questions.map(({ values }) => answer(values)),
  );
  return [...findings, ...narrow].map(({ message }) => message);
}

describe('G3.3 an argument that a compiled function does not use', () => {
  it('may be a field of its object (go-version’s MarshalJSON does not read the original text)', () => {
    expect(judged(([, major, width]) => `"${Number(major) * 3 + Number(width)}"`)).toEqual([]);
  });

  it('is refused if it is an argument that tests vary', () => {
    expect(judged(([original, major]) => `"${original}-${Number(major) * 3}"`)).toEqual([
      expect.stringContaining('whatever its third argument is'),
    ]);
  });
});

describe('G3.3 a compiled function with one answer to all that was asked', () => {
  const COMPARES: AskedFunction = { ...OF, receiver: null, name: 'jaro', parameters: [{ name: 'text', type: '' }] };
  const said = (answer: (values: readonly unknown[]) => string): string[] => {
    const questions = compiledQuestions([{ function: COMPARES, receiver: null, args: ['jaro(&[1, 2], &[3, 4])'] }]);
    const outcomes = questions.map(({ values }) => answer(values));
    return compiledTable('', COMPARES, questions, outcomes).narrow.map(({ message }) => message);
  };

  it('may compare its values: those of its tests all differ (strsim’s generic_jaro)', () => {
    expect(said(([a, b, c, d]) => (a === c || b === d ? '0.7' : '0.0'))).toEqual([]);
  });

  it('is reported if it does not', () => {
    expect(said(() => '0.0')).toEqual([expect.stringContaining('returns 0.0 for every input')]);
  });
});
