import { literalOf } from '#code/shell-words.ts';
import { type FoundConstruct, found } from '../found.ts';
import type { RuleCommand } from './call.ts';

const LETTERS = 'abCefhmnuvxo';
const NAMES: ReadonlySet<string> = new Set(
  'allexport errexit ignoreeof monitor noclobber noexec noglob nolog notify nounset verbose vi xtrace'.split(' '),
);

/** `set` and the options POSIX gives it. */
export function setOptions({ args }: RuleCommand): readonly FoundConstruct[] {
  const all: FoundConstruct[] = [];
  for (let i = 0; i < args.length; i += 1) {
    const word = args[i];
    const text = word ? literalOf(word) : null;
    if (!word || text === null || !/^[-+][A-Za-z]/.test(text)) break;
    if ([...text.slice(1)].some((letter) => !LETTERS.includes(letter))) all.push(found('set-option', word));
    const value = args[i + 1];
    if (!text.endsWith('o') || !value) continue;
    const name = literalOf(value) ?? '';
    if (name === 'pipefail') all.push(found('pipefail', value));
    else if (/^[a-z]+$/.test(name) && !NAMES.has(name)) all.push(found('set-option', value));
    i += 1;
  }
  return all;
}
