// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell texts
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openShellParser, parseShell, type ShellNode } from './shell-tree.ts';
import { commandWords, isPlainWord, literalOf, walkShell } from './shell-words.ts';

const RUNS = process.env.ASSAY_SOAK === '1' ? 10_000 : 500;
vi.setConfig({ testTimeout: process.env.ASSAY_SOAK === '1' ? 3_600_000 : 120_000 });
const parser = await openShellParser();
afterAll(() => parser.close());

const commands = (text: string): ShellNode[] =>
  [...walkShell(parser.parse(text).root)].filter(({ type }) => type === 'command');

describe('T4 shell tree', () => {
  it('gives plain nodes with offsets into the text', async () => {
    const text = 'é=1; echo "$é" | cat';
    const tree = await parseShell(text);
    expect(tree.gaveUp).toBe(false);
    for (const node of walkShell(tree.root)) {
      expect(node.text).toBe(text.slice(node.start, node.end));
      for (const child of node.children) expect(child.parent).toBe(node);
    }
    expect([...walkShell(tree.root)].filter(({ type }) => type === 'command').map(({ text: one }) => one)).toEqual([
      'echo "$é"',
      'cat',
    ]);
  });

  it('does not take the blanks in a string as part of what follows them', () => {
    const texts = [...walkShell(parser.parse('"a  ${x} $((1)) $(b) $c "').root)]
      .filter(({ named }) => named)
      .map(({ text }) => text);
    for (const text of ['${x}', '$((1))', '$(b)', '$c']) expect(texts).toContain(text);
  });

  it('says where it did not understand', () => {
    expect(parser.parse('echo ok').errors).toEqual([]);
    expect(parser.parse('if true; then').errors.length).toBeGreaterThan(0);
  });

  it('accepts any text, and each node is within its parent', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'ab$\'"`\\{}()[]<>|&;=#!*? \n', '$(', '${', '<<E\n', 'if ', 'do ') }),
        (text) => {
          const tree = parser.parse(text);
          for (const node of walkShell(tree.root)) {
            for (const child of node.children) {
              expect(child.start).toBeGreaterThanOrEqual(node.start);
              expect(child.end).toBeLessThanOrEqual(node.end);
            }
          }
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('survives deep nesting', () => {
    const tree = parser.parse('$('.repeat(3_000));
    expect(tree.text).toHaveLength(6_000);
    expect([...walkShell(tree.root)].length).toBeGreaterThan(0);
  });
});

describe('T4 shell words', () => {
  it('joins what touches into one word', () => {
    const [command] = commands(`cp "a b"c$'x' -r d`);
    expect(command && commandWords(command).map(({ text }) => text)).toEqual(['cp', `"a b"c$'x'`, '-r', 'd']);
  });

  it.each([
    ['abc', 'abc'],
    [`'a b'`, 'a b'],
    [`"a\\"b\\$c\\d"`, 'a"b$c\\d'],
    [`a\\ b"c"'d'`, 'a bcd'],
    ['$x', null],
    ['"a$x"', null],
    ['$(date)', null],
  ])('knows what %s is before it runs', (source, value) => {
    const [command] = commands(`echo ${source}`);
    const word = command && commandWords(command)[1];
    expect(word && literalOf(word)).toBe(value);
  });

  it('takes globs, tildes and quotes for not plain', () => {
    expect(isPlainWord('a/b-c.d=e')).toBe(true);
    for (const text of ['*', '~', "'a'", 'a b', '', '[x]']) expect(isPlainWord(text)).toBe(false);
  });
});

describe('many parsers', () => {
  it('can be opened one after the other, more than the grammar could be loaded', async () => {
    for (let n = 0; n < 3_000; n += 1) {
      const parser = await openShellParser();
      if (n % 1_000 === 0) expect(parser.parse('echo hi').errors).toEqual([]);
      parser.close();
    }
  });
});
