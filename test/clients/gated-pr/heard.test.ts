import { describe, expect, it } from 'vitest';
import { answerText } from '#app/gated-pr/tools/answer-text.ts';
import type { Answer } from '#workflows/gated-pr/call.ts';
import { heard } from './heard.ts';

const REFUSED: Answer = {
  status: 'FAILURE',
  output: 'TypeError: no\nNext: not a reason',
  reasons: [
    { code: 'TEST_CHANGED', message: 'a test was changed:\ntest/a.test.js', next: 'Put it back.' },
    { code: 'LOCKED_TEST_NOT_PASSED', message: 'it did not pass', next: 'Make it pass.' },
  ],
  evidence: [],
  refused: false,
};

describe('G8 an answer as a model gets it, in both ways a client may show it', () => {
  it.each([
    ['the text', answerText(REFUSED)],
    ['the text in marks', `<untrusted_context>\n${answerText(REFUSED)}\n</untrusted_context>`],
    ['the structure', JSON.stringify(REFUSED)],
    [
      'the structure with words around it',
      `Wall time: 1 s\nOutput:\n${JSON.stringify(REFUSED)}\n<note>\n1\t{\n</note>`,
    ],
  ])('%s', (_way, text) => {
    const { status, refused, codes } = heard(text);
    expect({ status, refused, codes }).toEqual({
      status: 'FAILURE',
      refused: false,
      codes: ['TEST_CHANGED', 'LOCKED_TEST_NOT_PASSED'],
    });
  });

  it('a ticket and a refusal by either way', () => {
    const running: Answer = {
      status: 'RUNNING',
      output: '',
      reasons: [],
      evidence: [],
      refused: false,
      ticket: 'a1b2',
    };
    for (const text of [answerText(running), JSON.stringify(running)]) expect(heard(text).ticket).toBe('a1b2');
    const locked: Answer = { ...REFUSED, refused: true };
    for (const text of [answerText(locked), JSON.stringify(locked)]) expect(heard(text).refused).toBe(true);
  });

  it('shows text that is not an answer', () => {
    expect(() => heard('unsupported call: get_task')).toThrow('unsupported call: get_task');
  });
});
