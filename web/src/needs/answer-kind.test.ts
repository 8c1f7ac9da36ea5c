import { describe, expect, it } from 'vitest';
import { answerKindOf, keyOf } from './answer-kind.ts';

describe('answerKindOf', () => {
  it('offers the choices a question names before those of its schema', () => {
    const kind = answerKindOf({ choices: ['ship', 'wait'], answer: { enum: ['a'] } });
    expect(kind).toEqual({
      type: 'choices',
      choices: [
        { label: 'ship', value: 'ship' },
        { label: 'wait', value: 'wait' },
      ],
    });
  });

  it('reads choices from an enum, and yes and no from a boolean', () => {
    expect(answerKindOf({ choices: null, answer: { type: 'string', enum: ['yes', 'no'] } })).toMatchObject({
      choices: [{ value: 'yes' }, { value: 'no' }],
    });
    expect(answerKindOf({ choices: null, answer: { type: 'boolean' } })).toMatchObject({
      choices: [{ value: true }, { value: false }],
    });
  });

  it('asks for text if text is expected, and for JSON if nothing is known', () => {
    expect(answerKindOf({ choices: null, answer: { type: 'string', minLength: 1 } })).toEqual({ type: 'text' });
    expect(answerKindOf({ choices: null, answer: null })).toEqual({ type: 'json', schema: null });
  });

  it('has one key for each choice', () => {
    expect(['yes', 'no', 'Allow', 'retry'].map(keyOf)).toEqual(['y', 'n', 'y', '4']);
  });
});
