import { stem as lightStem } from '../text/stem.ts';

const STOP = new Set(
  `a an the of in on at to for from with by as is are was were be been being it its this that these those and or if then than
  there their they them he she we you your our i has have had do does did can could may might must will would shall should so
  such into over under about between within per via also only very more most each every any all some when where which who whom
  whose what how why not no nor never without cannot isn't doesn't don't won't can't aren't wasn't weren't hasn't haven't`.split(
    /\s+/,
  ),
);

export const isStopWord = (word: string): boolean => STOP.has(word) || word.length < 2;
export const stem = lightStem;

const DENIALS =
  /\b(?:not|never|no|nor|cannot|without|neither|none|nothing|nobody|fails? to|refuses? to|lacks?|instead of|rather than)\b|n't\b/gi;
/** Denies nothing: "not only", "no more than" is a bound, "no longer" stays a denial. */
const NO_DENIALS = /\b(?:not only|no more than|no less than|no later than|not just)\b/gi;

/** The rest of it: what is denied. */
export const withoutDenials = (text: string): string => text.replace(DENIALS, ' ');

export const denials = (text: string): number => (text.replace(NO_DENIALS, ' ').match(DENIALS) ?? []).length;

/** Whether it denies. Two denials are none. */
export const denies = (text: string): boolean => denials(text) % 2 === 1;

/** Pairs that turn a sentence round; beginnings of words. */
export const OPPOSITES: readonly (readonly [string, string])[] = [
  ['enabl', 'disabl'],
  ['allow', 'forbid'],
  ['allow', 'deny'],
  ['accept', 'reject'],
  ['accept', 'refus'],
  ['before', 'after'],
  ['synchron', 'asynchron'],
  ['always', 'never'],
  ['required', 'optional'],
  ['public', 'private'],
  ['mutable', 'immutable'],
  ['first', 'last'],
  ['true', 'false'],
  ['minim', 'maxim'],
  ['least', 'most'],
  ['increas', 'decreas'],
  ['faster', 'slower'],
  ['larger', 'smaller'],
  ['greater', 'less'],
  ['higher', 'lower'],
  ['newer', 'older'],
  ['newest', 'oldest'],
  ['earlier', 'later'],
  ['longer', 'shorter'],
  ['above', 'below'],
  ['start', 'stop'],
  ['begin', 'end'],
  ['open', 'close'],
  ['add', 'remov'],
  ['safe', 'unsafe'],
  ['stable', 'unstable'],
  ['ascending', 'descending'],
  ['inclusive', 'exclusive'],
  ['case-sensitive', 'case-insensitive'],
  ['present', 'absent'],
  ['success', 'fail'],
  ['succeed', 'fail'],
  ['strict', 'loose'],
  ['read-only', 'writable'],
  ['blocking', 'non-blocking'],
  ['deprecated', 'recommended'],
];

/** Verbs and comparisons that mean something else when their two sides change places; beginnings of words. */
export const DIRECTED: readonly string[] =
  `call import extend implement return replac depend requir contain includ preced follow inherit overrid wrap send receiv writ
  read own block caus resolv exceed use invok trigger creat produc emit consum pars load start stop beat outperform convert
  faster slower larger smaller greater less higher lower newer older before after longer shorter supersed deprecat fork
  lead point map belong cover own lock release check validat merg copy move`
    .split(/\s+/)
    .filter((word) => word !== '');
