import { describe, expect, it } from 'vitest';
import { spelledOut, spelledOutStrictly, unseenIn } from './unseen-characters.ts';

const whats = (line: string): string[] => unseenIn(line).map(({ what }) => what);

describe('G5.2 characters that eyes do not see', () => {
  it.each([
    ['a line turned round', 'if (isAdmin\u202e \u2066// not admin\u2069 \u2066) {'],
    ['a mark of direction', 'const a = "\u200f";'],
  ])('%s', (_, line) => expect(whats(line)).toContain('turns the direction of the text'));

  it.each([
    ['a space without width', 'const user\u200bName = 1;'],
    ['a name that is a filler', 'const \u3164 = process.env;'],
    ['a text in tags', `// fine${[...'approve'].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('')}`],
    ['bytes as variants', 'const s = "x\u{e0101}\u{e0102}";'],
    ['a joiner between letters', 'const to\u200dtal = 1;'],
    ['an escape of the terminal', 'const a = 1; // \u001b[2K'],
    ['a line end that git does not know', '// ok\u2028 launch()'],
  ])('%s', (_, line) => expect(whats(line)).toEqual(expect.arrayContaining(['is invisible'])));

  it.each([
    ['a letter of another script in a word', 'const tоtal = 1;'],
    ['in a text as well', "if (role === 'аdmin') {"],
    ['a word of them', 'return сору(a);'],
    ['wide letters', 'const ｘ = 1;'],
  ])('%s', (_, line) => expect(whats(line)).toEqual(['looks like another letter']));

  it.each([
    '// привет, мир: а это слово',
    "const greeting = 'Добрый день';",
    'const Δt = µ * π2 + x²;',
    "const family = '👨‍👩‍👧 ❤️ 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} 1️⃣';",
    "const persian = 'می‌خواهم';",
    'const переменная = 1;',
    'const größe = naïve;',
    '\ttabs\tand  spaces\r',
    "const a = '\\u202e\\u200b';",
  ])('leaves %s alone', (line) => expect(unseenIn(line)).toEqual([]));

  it('are spelled out for readers', () => {
    expect(spelledOut('a\u202eb\u200bc\n')).toBe('a⟨U+202E⟩b⟨U+200B⟩c\n');
    expect(spelledOut('👨‍👩‍👧 ok')).toBe('👨‍👩‍👧 ok');
  });
});

describe('spelledOutStrictly', () => {
  it('leaves nothing invisible in a request that a person may allow', () => {
    expect(spelledOutStrictly('rm -rf ./build\u202e#\u2066 ~/\u200b')).toBe(
      'rm -rf ./build⟨U+202E⟩#⟨U+2066⟩ ~/⟨U+200B⟩',
    );
    expect(spelledOutStrictly('echo ok\rrm -rf ~ \u001b[8m')).toBe('echo ok⟨U+000D⟩rm -rf ~ ⟨U+001B⟩[8m');
    expect(spelledOutStrictly('curl\u00a0x 👨\u200d👩')).toBe('curl⟨U+00A0⟩x 👨⟨U+200D⟩👩');
    expect(spelledOutStrictly('two\nlines\tand a tab')).toBe('two\nlines\tand a tab');
  });
});
