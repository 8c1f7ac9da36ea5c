import { plainText } from './sentences.ts';

export type Entity =
  /** With the counted word, if one follows, and the word before it: "port" of "port 7433". */
  | { readonly kind: 'number'; readonly text: string; readonly of: string | null; readonly named?: string }
  /** Names that are compared letter for letter, except for the case of a first letter. */
  | { readonly kind: 'code' | 'name'; readonly text: string };

const NUMBER_WORDS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const TENS = ['thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety', 'hundred'];
/** How often: "two times" is "twice". */
const TIMES = ['once', 'twice', 'thrice'];
const numberOfWord = (word: string): number =>
  TENS.includes(word) ? 30 + 10 * TENS.indexOf(word) : NUMBER_WORDS.indexOf(word);
const NUMBER =
  /(?<![\p{L}\p{N}_.]|[\p{L}\p{N}]-)v?\d+(?:[.,:]\d+)*(?:\s?(?:%|[kKMGT]i?B\b|ms\b|s\b|x\b))?(?![\p{L}\p{N}_])/gu;
const CODE =
  /`([^`\n]{1,120})`|(?<![\p{L}\p{N}_])(?:--?[a-z][\w-]+|[a-z]+(?:[A-Z][a-z0-9]*)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|[A-Za-z]\w*_\w+|[A-Za-z_]\w*(?:\.[A-Za-z_]\w+)+(?:\(\))?|\w+\(\)|[\w-]+(?:\/[\w.-]+)+|[A-Z]{2,}\d*)(?![\p{L}\p{N}_])/gu;

/** The names in a sentence that can be looked up: numbers, code, and capitalised words after the first. */
export function entitiesOf(sentence: string): Entity[] {
  const text = plainText(sentence);
  const found = new Map<string, Entity>();
  const add = (entity: Entity): void => {
    const key = `${entity.kind} ${entity.text.toLowerCase()} ${entity.kind === 'number' ? (entity.of ?? '') : ''}`;
    if (!found.has(key)) found.set(key, entity);
  };
  const code: string[] = [];
  for (const [whole, quoted] of text.matchAll(CODE)) {
    const name = (quoted ?? whole.replace(/\.+$/, '')).trim();
    if (/^\d+$/.test(name)) continue;
    code.push(whole);
    add({ kind: 'code', text: name });
  }
  let rest = text;
  for (const each of code) rest = rest.replaceAll(each, ' § ');
  for (const match of rest.matchAll(NUMBER)) {
    const after = rest.slice((match.index ?? 0) + match[0].length).match(/^[\s-]+(\p{L}[\p{L}-]+)/u);
    const named = rest
      .slice(0, match.index)
      .match(/(\p{L}[\p{L}-]+)\s$/u)?.[1]
      ?.toLowerCase();
    const of = after?.[1]?.toLowerCase() ?? null;
    add({ kind: 'number', text: match[0].replace(/\s/g, ''), of, ...(named === undefined ? {} : { named }) });
  }
  for (const [word] of rest.matchAll(/(?<![\p{L}-])\p{L}+(?![\p{L}-])/gu)) {
    const at = numberOfWord(word.toLowerCase());
    // "one" and "no one" count nothing.
    if (at > 1) {
      const after = rest.slice(rest.indexOf(word) + word.length).match(/^\s+(\p{L}[\p{L}-]+)/u);
      add({ kind: 'number', text: String(at), of: after?.[1]?.toLowerCase() ?? null });
    }
  }
  // A capital at the beginning of a sentence means nothing.
  for (const [name] of rest.matchAll(/(?<=[\p{Ll}\p{N},;)]\s)\p{Lu}[\p{L}\p{N}-]+(?:\s\p{Lu}[\p{L}\p{N}-]+)*/gu))
    add({ kind: 'name', text: name });
  return [...found.values()];
}

/** A number's normal form: "1,000" and "1000", "v2.1" and "2.1", "three" and "3". */
export const numberForm = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^v(?=\d)/, '')
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(/\.0+$/, '');

/** All numbers of a text in that form, with number words; with their units, or both with and without. */
export function numbersOf(text: string, units: 'with' | 'apart' = 'apart'): Set<string> {
  const flat = plainText(text);
  const found = new Set<string>();
  for (const match of flat.match(/v?\d+(?:[.,:]\d+)*(?:\s?(?:%|[kKMGT]i?B\b|ms\b|s\b|x\b))?/g) ?? []) {
    const form = numberForm(match.replace(/\s/g, ''));
    found.add(form);
    if (units === 'apart') found.add(form.replace(/[a-z%]+$/, ''));
  }
  for (const word of [...NUMBER_WORDS, ...TENS])
    if (new RegExp(`\\b${word}\\b`, 'i').test(flat)) found.add(String(numberOfWord(word)));
  for (const [at, word] of TIMES.entries()) if (new RegExp(`\\b${word}\\b`, 'i').test(flat)) found.add(String(at + 1));
  return found;
}
