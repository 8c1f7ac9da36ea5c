// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell texts
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openShellParser } from '#code/shell-tree.ts';
import { expandBraces } from './rewrite/braces.ts';
import { rewrite } from './rewrite.ts';
import { need, runIn } from './testing/shells.ts';

const RUNS = process.env.ASSAY_SOAK === '1' ? 1_000 : 40;
vi.setConfig({ testTimeout: process.env.ASSAY_SOAK === '1' ? 3_600_000 : 120_000 });
const parser = await openShellParser();
afterAll(() => parser.close());
const posix = (text: string): string | null => rewrite(parser.parse(text), parser)?.text ?? null;
const shells = need('dash', 'bash');

/** The rewrite in both shells does what the original does in bash. */
function same(text: string): void {
  const rewritten = posix(text);
  if (rewritten === null) return;
  const original = runIn('bash', text);
  for (const shell of ['bash', 'dash'])
    expect({ rewritten, ...runIn(shell, rewritten) }).toEqual({ rewritten, ...original });
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
    fc.assert(
      fc.property(setUp, condition, surrounding, (set, test, place) => same(set + place(`[[ ${test} ]]`))),
      { numRuns: RUNS },
    );
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
    fc.assert(
      fc.property(number, number, expression, surrounding, (i, j, text, place) =>
        same(`i=${i}; j=${j}; ${place(`((${text}))`)}; echo "$i $j $((${text})) $i $j"`),
      ),
      { numRuns: RUNS },
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
    fc.assert(
      fc.property(word, (text) => {
        const braces = expandBraces(`x${text}`);
        if (braces.kind === 'too-many') return;
        const words = braces.kind === 'words' ? braces.words : [`x${text}`];
        // Bash without brace expansion is what the words are given to; a text bash cannot read proves nothing.
        const expected = runIn('bash', `v=7; printf '<%s>' x${text}`);
        const actual = runIn('bash', `set +B; v=7; printf '<%s>' ${words.join(' ')}`);
        if (!expected.complained) expect({ words, ...actual }).toEqual({ words, ...expected });
      }),
      { numRuns: RUNS * 3 },
    );
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
    fc.assert(
      fc.property(body, fc.constantFrom('-e', '-n', '-ne', '-E'), (text, options) => {
        same(`printf '%s' $'${text}'`);
        same(`echo ${options} '${text.replaceAll("'", '')}' "a b" c`);
        same(`x=1; echo ${options} "${text.replace(/["`]/g, '')}"`);
      }),
      { numRuns: RUNS },
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
    fc.assert(
      fc.property(content, operation, (x, rest) => same(`set -f; x='${x}'; printf '<%s>' "\${x${rest}}" \${x${rest}}`)),
      { numRuns: RUNS },
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
