/**
 * Characters that a person cannot see or takes for others: marks that change the direction of text, invisible
 * characters, letters of another script that look like Latin ones.
 */
export interface Unseen {
  readonly what: 'turns the direction of the text' | 'is invisible' | 'looks like another letter';
  /** The character, or the word it is in, spelled out. */
  readonly text: string;
}

export function unseenIn(line: string): Unseen[] {
  const found = new Map<string, Unseen>();
  for (const { 0: character, index } of line.matchAll(UNSEEN)) {
    if (isMeant(character, line.slice(0, index), line.slice(index + character.length))) continue;
    const what = BIDI.test(character) ? 'turns the direction of the text' : 'is invisible';
    found.set(character, { what, text: codeOf(character) });
  }
  const code = withoutTexts(line);
  for (const [word] of line.matchAll(WORD))
    if (isMixed(word) || (code.includes(word) && isDisguised(word)))
      found.set(word, { what: 'looks like another letter', text: `${word} (${spelled(word)})` });
  return [...found.values()];
}

/** The same text with everything unseen spelled out, so that neither people nor models are misled. */
export const spelledOut = (text: string): string =>
  text.replace(UNSEEN, (character, offset: number) =>
    isMeant(
      character,
      text.slice(Math.max(0, offset - 8), offset),
      text.slice(offset + character.length, offset + 8 + character.length),
    )
      ? character
      : spellOut(character),
  );

/**
 * For what a person is about to allow: everything that is not plainly visible is spelled out, whatever its purpose;
 * also spaces that a shell does not treat as spaces, and characters that move the cursor back.
 */
export const spelledOutStrictly = (text: string): string =>
  text.replace(UNSEEN, spellOut).replace(ODD_IN_COMMANDS, spellOut);

const spellOut = (character: string): string => `⟨${codeOf(character)}⟩`;

const ODD_IN_COMMANDS = /[\r\f\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]|\p{Co}/gu;

const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
/** Controls but tab and line ends, marks of direction, spaces and joiners without a width, fillers, tags, variants. */
const UNSEEN = new RegExp(
  `[${[
    String.raw`\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f`,
    String.raw`\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb`,
    String.raw`\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}`,
  ].join('')}]`,
  'gu',
);

const PICTURE_BEFORE = /(\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\d#*©®]|\ufe0f|\u20e3)$/u;
const PICTURE_AFTER = /^(\p{Extended_Pictographic}|\u20e3)/u;
/** Scripts in which words are written with joiners. */
const JOINED =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Mongolian}\p{Script=Syriac}]$/u;

/** Parts of an emoji, or of a word in such a script. */
function isMeant(character: string, before: string, after: string): boolean {
  if (character === '\ufe0f' || character === '\ufe0e') return PICTURE_BEFORE.test(before);
  if (character === '\u200d' && PICTURE_BEFORE.test(before) && PICTURE_AFTER.test(after)) return true;
  if (character === '\u200c' || character === '\u200d') return JOINED.test(before);
  if (/[\u{e0020}-\u{e007f}]/u.test(character)) return /\u{1f3f4}[\u{e0020}-\u{e007f}]*$/u.test(before);
  return character === '\ufeff' && before === '';
}

const WORD = /[\p{L}\p{M}\p{N}_$]+/gu;

/** Latin letters and letters that only look like them, in one word. */
const isMixed = (word: string): boolean =>
  /\p{Script=Latin}/u.test(word) && [...word].some((each) => each in LOOK_ALIKE);

/** All of it looks like Latin letters, and none of it is. */
const isDisguised = (word: string): boolean => {
  const letters = [...word].filter((each) => /\p{L}/u.test(each));
  return (
    letters.length > 0 &&
    letters.every((each) => each in LOOK_ALIKE || (each > '\u007f' && /^[A-Za-z]$/.test(each.normalize('NFKC'))))
  );
};

/** Letters of Cyrillic, Greek and Armenian that look exactly like a Latin one. */
const LOOK_ALIKE: Readonly<Record<string, string>> = Object.fromEntries(
  'аa еe оo рp сc уy хx іi јj ѕs ԁd һh ӏl ԛq ԝw АA ВB ЕE КK МM НH ОO РP СC ТT ХX ІI ЈJ ЅS ҮY ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX οo νv ϲc ϳj օo սu հh'
    .split(' ')
    .map((pair) => [...pair] as [string, string]),
);

/** Words for people may be in any script; names in code are what is checked. */
const withoutTexts = (line: string): string =>
  line
    .replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g, '""')
    .replace(/(\/\/|#|\/\*|^\s*\*|--|<!--).*$/, '');

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
const spelled = (word: string): string =>
  [...word]
    .filter((each) => each > '\u007f')
    .map(codeOf)
    .join(' ');
