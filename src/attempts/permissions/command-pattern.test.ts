import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { quote } from '#code/shell-quote.ts';
import { openShellParser } from '#code/shell-tree.ts';
import { covers, parsePattern } from '#policy/pattern.ts';
import { readCommands } from '#policy/read-commands.ts';
import { commandPattern } from './command-pattern.ts';

const parser = await openShellParser();
afterAll(() => parser.close());
const useOf = (line: string) => {
  const reading = readCommands(line, { parser });
  return reading.type === 'read' ? reading.uses[0] : undefined;
};

describe('C8 patterns that grants become', () => {
  it('let exactly the command through that was shown, unless its beginning is a listed one', () => {
    const word = fc.string({ unit: fc.constantFrom(...'ab -=/."\'*$\\'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 4 }), fc.array(word, { maxLength: 4 }), (words, others) => {
        const use = useOf(quote(['mkdir', ...words]));
        const other = useOf(quote(['mkdir', ...others]));
        const pattern = use && commandPattern(use);
        if (!use || !other || !pattern) return;
        expect(covers(parsePattern(pattern), use)).toBe(true);
        expect(covers(parsePattern(pattern), other), pattern).toBe(JSON.stringify(words) === JSON.stringify(others));
      }),
    );
  });

  it.each(['git push', 'sudo ls', '$X', 'bash -c "$X"', 'rm -rf /'])('%s can only be allowed once', (line) => {
    const use = useOf(line);
    expect(use && commandPattern(use)).toBeNull();
  });
});
