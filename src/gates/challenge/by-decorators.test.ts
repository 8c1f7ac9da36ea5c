import { describe, expect, it } from 'vitest';
import { notByDecorators } from './by-decorators.ts';
import type { AskedBoth } from './observe/differences.ts';

const TEXT = 'from .utils import validator\n\n\n@validator\ndef base(value):\n    return match(value)\n';
const BODY = "<re.Match object; span=(0, 1), match='a'>";
const asked = (line: number): AskedBoth[] => [
  {
    call: {
      ...{ function: { id: 'f', path: 'pack/hashes.py', name: 'base', line, exports: ['base'] } },
      ...{ args: '{"args":["a"],"names":{}}', outcome: BODY, test: 't' },
    } as unknown as AskedBoth['call'],
    ...{ outside: 'True', again: 'True' },
  },
];
const left = async (text: string, line: number, answer: string | null) => {
  const found = await notByDecorators(asked(line), [{ path: 'pack/hashes.py', text }], async (questions) => {
    expect(questions).toMatchObject([{ name: 'base', beneath: ['pack/hashes.py'] }]);
    return [answer];
  });
  return found.length;
};

describe('notByDecorators', () => {
  it('explains an answer that a decorator of main makes of the same answer', async () => {
    expect(await left(TEXT, 5, BODY)).toBe(0);
  });

  it('does not explain a body that answers differently, nor one that could not be called', async () => {
    expect(await left(TEXT, 5, 'None')).toBe(1);
    expect(await left(TEXT, 5, null)).toBe(1);
  });

  it.each([
    ['a function without a decorator', TEXT.replace('@validator', '')],
    ['one that is handed something', TEXT.replace('@validator', '@validator(lambda x: x)')],
    ['one beneath such', TEXT.replace('@validator', '@post(\n    f,\n)\n@validator')],
  ])('does not ask about %s', async (_, text) => {
    const line = text.split('\n').findIndex((each) => each.startsWith('def ')) + 1;
    const found = await notByDecorators(asked(line), [{ path: 'pack/hashes.py', text }], async () => {
      throw new Error('it was asked');
    });
    expect(found).toHaveLength(1);
  });
});
