import { escapePattern } from '#contracts/text.ts';
import type { Detail } from './details.ts';

const NAME = '`?[A-Za-z_$][\\w$.]*`?(?:\\(\\))?';
const MEMBERS = '(?:methods?|fields?|attributes?|propert(?:y|ies)|members?|functions?)';
const PARAMETERS = '(?:parameters?|arguments?|options?)';
const LIST = `(${NAME}(?:(?:, and |, | and )${NAME})*)`;

interface Form {
  readonly says: Detail['says'];
  /** The text after the symbol's name; its first group is one name, or a list of names. */
  readonly words: string;
}

const FORMS: readonly Form[] = [
  {
    says: 'extends',
    words: `(?:is|are) (?:an? |the )?(?:direct )?(?:sub|child |derived )class(?:es)? of (?:the class )?${LIST}`,
  },
  {
    says: 'extends',
    words: `(?:directly )?(?:extends?|inherits?(?: from)?|derives? from|subclass(?:es)?|implements?) (?:the (?:class|interface) )?${LIST}`,
  },
  {
    says: 'has',
    words: `(?:has|have|defines?|offers?|provides?|exposes?)(?: the| an?| these| two| three)? ${MEMBERS}(?: called| named|:)? ${LIST}`,
  },
  { says: 'has', words: `.{0,80}\\b(?:${MEMBERS}|variable|cache|list|map) (?:called|named) ${LIST}` },
  {
    says: 'takes',
    words: `(?:takes?|accepts?|expects?|receives?|has|have)(?: the| an?| these| two| three)? ${PARAMETERS}(?: called| named|:)? ${LIST}`,
  },
  { says: 'takes', words: `(?:takes?|accepts?|expects?|receives?) ${LIST}` },
  { says: 'returns', words: `(?:returns?|yields?|resolves to) (?:an? |the )?(${NAME})` },
  { says: 'equals', words: '(?:is|equals|=|defaults to|is set to|has the value)(?: exactly)? (-?\\d[\\d_,.]*)' },
];

/**
 * "`Stack` has the methods push and peek", "Token is a subclass of str", "LIMIT is 10": only the source can confirm
 * this.
 */
export function detailsIn(
  statement: string,
  things: readonly { readonly text: string; readonly name: string }[],
): Detail[] {
  const found: Detail[] = [];
  const names = [...things].sort((a, b) => b.text.length - a.text.length);
  for (const { says, words } of FORMS)
    for (const { text, name } of names) {
      const joined = names.map((other) => escapePattern(other.text)).join('|');
      const form = new RegExp(
        `(?<![\\w$.])${escapePattern(text)}(?: (?:and|or) (?:${joined}))? (?!.*\\b(?:not|never)\\b)${words}`,
        'g',
      );
      for (const [, list = ''] of statement.matchAll(form))
        for (const what of list.split(/, and |, | and /)) push(found, { of: name, says, ...read(what, says) });
    }
  return found;
}

function push(found: Detail[], detail: Detail): void {
  if (detail.what === '' || (!detail.isName && WORDS_ONLY.has(detail.says))) return;
  const isKnown = found.some(({ of, says, what }) => of === detail.of && says === detail.says && what === detail.what);
  if (!isKnown) found.push(detail);
}

/** "takes time", "returns early", "extends beyond": English, unless the word looks like code. */
const WORDS_ONLY: ReadonlySet<Detail['says']> = new Set(['takes', 'returns', 'extends']);

function read(written: string, says: Detail['says']): { what: string; isName: boolean } {
  const what = written.replace(/^`|`(?:\(\))?$|\(\)$/g, '').replace(/\.$/, '');
  return { what, isName: says === 'equals' || written.startsWith('`') || looksLikeCode(what) };
}

/** Underscores, digits at the end, capitals: no English word in the middle of a sentence has these. */
const looksLikeCode = (word: string): boolean =>
  /_|\d$|^[A-Z]|[a-z][A-Z]|^(?:int|str|bytes|float|bool|dict|list|tuple|set|object|None|null|undefined|nil)$/.test(
    word,
  );
