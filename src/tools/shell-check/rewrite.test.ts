// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell texts
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openShellParser } from '#code/shell-tree.ts';
import { expandBraces } from './rewrite/braces.ts';
import { rewrite } from './rewrite.ts';
import { need, runAll } from './testing/shells.ts';

const RUNS = process.env.ASSAY_SOAK === '1' ? 1_000 : 40;
vi.setConfig({ testTimeout: process.env.ASSAY_SOAK === '1' ? 3_600_000 : 120_000 });
const parser = await openShellParser();
afterAll(() => parser.close());
const posix = (text: string): string | null => rewrite(parser.parse(text), parser)?.text ?? null;
const shells = need('dash', 'bash');

/** Random texts, different each time; the seed is reported if one of them fails. */
function someOf<T>(texts: fc.Arbitrary<T>, numRuns = RUNS): { readonly seed: number; readonly texts: T[] } {
  const seed = Date.now();
  return { seed, texts: fc.sample(texts, { numRuns, seed }) };
}

/** The rewrite of each in both shells does what the original does in bash. */
function allTheSame(made: fc.Arbitrary<readonly string[]>): void {
  const { seed, texts } = someOf(made);
  const rewritten = texts.flat().flatMap((text) => {
    const other = posix(text);
    return other === null ? [] : [{ text, other }];
  });
  expect(rewritten.length).toBeGreaterThan(0);
  const outcomes = runAll(
    rewritten.flatMap(({ text, other }) => [
      { shell: 'bash', text },
      { shell: 'bash', text: other },
      { shell: 'dash', text: other },
    ]),
  );
  for (const [at, { text, other }] of rewritten.entries()) {
    const [original, bash, dash] = outcomes.slice(3 * at);
    expect({ seed, text, other, bash, dash }).toEqual({ seed, text, other, bash: original, dash: original });
  }
}

const value = fc.constantFrom(
  '',
  'a',
  'abc',
  'a b',
  ' a',
  '*',
  '-f',
  '!',
  '(',
  '1',
  '42',
  'a.txt',
  'x=y',
  '[a]',
  '$x',
  "it's",
);
const setUp = fc
  .tuple(value, value)
  .map(([x, y]) => `x=${JSON.stringify(x).replaceAll('$', '\\$')}; y=${JSON.stringify(y).replaceAll('$', '\\$')}; `);
const operand = fc.constantFrom('$x', '"$x"', '$y', 'abc', "'a b'", '"a $y"', '${x}c');
const pattern = fc.constantFrom('a*', '*b*', '[a-c]*', '$y', '"$y"', '*" "*', '?', 'a', '*');
const primary = fc.oneof(
  fc.tuple(fc.constantFrom('-n', '-z', '-f', '-d', '-e'), operand).map((parts) => parts.join(' ')),
  fc.tuple(operand, fc.constantFrom('==', '=', '!='), fc.oneof(operand, pattern)).map((parts) => parts.join(' ')),
  fc
    .tuple(operand, fc.constant('=~'), fc.constantFrom('^[0-9]+$', '^a', 'b$', '^[a-z ]*$', 'a|4'))
    .map((parts) => parts.join(' ')),
  operand,
);
const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    primary,
    fc.tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition')).map((parts) => parts.join(' ')),
    tie('condition').map((inner) => `! ( ${inner} )`),
    tie('condition').map((inner) => `( ${inner} )`),
  ),
}));
const surrounding = fc.constantFrom(
  (test: string) => `${test}; echo $?`,
  (test: string) => `if ${test}; then echo yes; else echo no; fi`,
  (test: string) => `${test} && echo yes || echo no`,
  (test: string) => `set -e; ${test}; echo on`,
  (test: string) => `true && ${test}; echo $?`,
  (test: string) => `! ${test}; echo $?`,
  (test: string) => `f() { ${test}; }; f; echo $?`,
);

describe('T4 rewrites', () => {
  it.skipIf(shells.skip)(`[[ ]]: any condition in any place${shells.why}`, () => {
    allTheSame(fc.tuple(setUp, condition, surrounding).map(([set, test, place]) => [set + place(`[[ ${test} ]]`)]));
  });

  it.skipIf(shells.skip)(`(( )): values, steps and statuses${shells.why}`, () => {
    const expression = fc.constantFrom(
      'i++',
      '++i',
      'i--',
      '--j',
      'i += 2',
      'i = j + 1',
      'i > j',
      'i++ + j',
      'i && !j',
      '(i + 1) * j',
      'i++ < 2 || --j',
    );
    const number = fc.integer({ min: -2, max: 3 });
    allTheSame(
      fc
        .tuple(number, number, expression, surrounding)
        .map(([i, j, text, place]) => [`i=${i}; j=${j}; ${place(`((${text}))`)}; echo "$i $j $((${text})) $i $j"`]),
    );
  });

  it.skipIf(shells.skip)(`brace expansion gives bash's words${shells.why}`, () => {
    const { word } = fc.letrec<{ word: string }>((tie) => ({
      word: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(
          'a',
          'b',
          '',
          '1..3',
          '03..1',
          'c..a',
          '-1..1',
          '1..9..4',
          ',',
          '{',
          '}',
          "'x,y'",
          '"{a,b}"',
          '\\,',
          '${v}',
          '$v',
        ),
        fc.tuple(tie('word'), tie('word')).map((parts) => parts.join('')),
        fc.array(tie('word'), { maxLength: 3 }).map((parts) => `{${parts.join(',')}}`),
      ),
    }));
    const { seed, texts } = someOf(word, RUNS * 3);
    const expanded = texts.flatMap((text) => {
      const braces = expandBraces(`x${text}`);
      if (braces.kind === 'too-many') return [];
      return [{ text, words: braces.kind === 'words' ? braces.words : [`x${text}`] }];
    });
    // Bash without brace expansion is what the words are given to; a text bash cannot read proves nothing.
    const outcomes = runAll(
      expanded.flatMap(({ text, words }) => [
        { shell: 'bash', text: `v=7; printf '<%s>' x${text}` },
        { shell: 'bash', text: `set +B; v=7; printf '<%s>' ${words.join(' ')}` },
      ]),
    );
    for (const [at, { text, words }] of expanded.entries()) {
      const [expected, actual] = outcomes.slice(2 * at);
      if (!expected?.complained) expect({ seed, text, words, ...actual }).toEqual({ seed, text, words, ...expected });
    }
  });

  it.skipIf(shells.skip)(`$'…' and echo -e with any escapes${shells.why}`, () => {
    const piece = fc.constantFrom(
      '\\n',
      '\\t',
      '\\\\',
      '\\e',
      '\\x41',
      '\\xe9',
      '\\u00e9',
      '\\101',
      '\\0101',
      '\\a',
      '%',
      '%s',
      'b',
      ' ',
      '"',
      '$x',
      '`',
      "\\'",
      '\\c',
      '\\q',
      'é',
    );
    const body = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
    allTheSame(
      fc
        .tuple(body, fc.constantFrom('-e', '-n', '-ne', '-E'))
        .map(([text, options]) => [
          `printf '%s' $'${text}'`,
          `echo ${options} '${text.replaceAll("'", '')}' "a b" c`,
          `x=1; echo ${options} "${text.replace(/["`]/g, '')}"`,
        ]),
    );
  });

  it.skipIf(shells.skip)(`\${x…} with one line of plain text${shells.why}`, () => {
    const operation = fc.constantFrom(
      '//a/b',
      '/a/b',
      '/#a/b',
      '/%c/-',
      '//[0-9]/.',
      '//./',
      '//\\*/x',
      '/a*c/Z',
      '//?/y',
      ':1',
      ':0:1',
      ':2',
      ':1:2',
      ': -2',
      '^^',
      ',,',
    );
    const content = fc.string({ unit: fc.constantFrom(...'abcABC012.*/ -'), maxLength: 6 });
    allTheSame(
      fc.tuple(content, operation).map(([x, rest]) => [`set -f; x='${x}'; printf '<%s>' "\${x${rest}}" \${x${rest}}`]),
    );
  });

  it('keeps its hands off what could change', () => {
    for (const text of [
      'for ((i = 0; i < 3; i++)); do continue; done',
      'f() { local x=1; }',
      'echo -n $x',
      'x=a; echo ${x/a/$y}',
      'while read -r l; do n=$l; done < <(ls)',
      '[[ $x =~ ^(a)$ ]] && echo "${BASH_REMATCH[1]}"',
    ]) {
      expect.soft(posix(text), text).toBeNull();
    }
  });

  it('groups a condition that is part of a list', () => {
    expect(posix('[[ a || b ]] && c')).toBe('{ [ -n a ] || [ -n b ]; } && c');
    expect(posix('if [[ a || b && c ]]; then d; fi')).toBe('if [ -n a ] || { [ -n b ] && [ -n c ]; }; then d; fi');
    expect(posix('[[ a && b ]]')).toBe('( [ -n a ] && [ -n b ] )');
  });
});
