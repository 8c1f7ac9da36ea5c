import { stem as lightStem } from '../text/stem.ts';

const STOP = new Set(
  `a an the of in on at to for from with by as is are was were be been being it its this that these those and or if then than
  there their they them he she we you your our i has have had do does did can could may might must will would shall should so
  such into over under about between within per via also only very through whoever whatever itself themselves himself herself more most each every any all some when where which who whom
  whose what how why not no nor never without cannot isn't doesn't don't won't can't aren't wasn't weren't hasn't haven't`.split(
    /\s+/,
  ),
);

export const isStopWord = (word: string): boolean => STOP.has(word) || word.length < 2;

const DENIALS =
  /\b(?:not|never|no|nor|cannot|without|neither|none|nothing|nobody|impossible|unable|fails? to|refuses? to|lacks?|instead of|rather than|left out|minus|omits?|omitted)\b|n't\b/gi;
/** These deny nothing: "not only", and "no more than", which is a bound. "No longer" is still a denial. */
const NO_DENIALS =
  /\b(?:not only|no more than|no less than|no fewer than|no later than|no longer than|not just|no matter|not the other way round)\b/gi;

/** The rest of it: the thing that is denied. */
export const withoutDenials = (text: string): string => text.replace(DENIALS, ' ');

export const denials = (text: string): number =>
  (text.replace(NAMED_NONE, ' ').replace(NO_DENIALS, ' ').match(DENIALS) ?? []).length;

/** `None` inside a sentence is a value. */
const NAMED_NONE = /(?<=[\p{L}\p{N},;:] )None\b/gu;

/** Whether it denies. Two denials cancel out. */
export const denies = (text: string): boolean => denials(text) % 2 === 1;

/** Pairs of opposites; prefixes of words. */
export const OPPOSITES: readonly (readonly [string, string])[] = [
  ['enabl', 'disabl'],
  ['allow', 'forbid'],
  ['allow', 'deny'],
  ['accept', 'reject'],
  ['accept', 'refus'],
  ['before', 'after'],
  ['synchron', 'asynchron'],
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
  ['passed', 'failed'],
  ['passes', 'fails'],
  ['strict', 'loose'],
  ['read-only', 'writable'],
  ['blocking', 'non-blocking'],
  ['deprecated', 'recommended'],
  ['grow', 'shrink'],
  ['minus', 'plus'],
  ['keep', 'delet'],
  ['import', 'export'],
  ['encrypt', 'decrypt'],
  ['lock', 'unlock'],
  ['upload', 'download'],
  ['online', 'offline'],
  ['summer', 'winter'],
  ['set', 'unset'],
  ['absolute', 'relative'],
  ['compatib', 'incompatib'],
  ['valid', 'invalid'],
  ['known', 'unknown'],
  ['local', 'remote'],
  ['positive', 'negative'],
  ['upper', 'lower'],
  ['resolv', 'reject'],
  ['odd', 'even'],
  ['fast', 'slow'],
  ['many', 'few'],
  ['binary', 'text'],
  ['sync', 'async'],
  ['secure', 'insecure'],
];

/** Very general words: an answer may use them where its source does not. */
const GENERAL: ReadonlySet<string> = new Set(
  `able according actual again allow alone already also although amount answer apart appear apply around ask available
  back base become begin behave belong both bring call can care case cause certain change choose clear come common
  complete consist contain continue could count cover current data default define depend describe detail different do
  document documentation does done during either else end ensure entire equal even exact example except exist expect
  explain fact feature few find follow form found full further general get gets give given go goes good guarantee
  handle happen have held help here hold however important include individual inside instead itself just keep kept
  kind know known lasts later leave leaves left let level like limit list little long longer longest look lot made
  main make makes many matter mean means meant measure method might moment must name named need new next normal note
  nothing now number occur off often old on once one ones option order other otherwise out outside over own part
  particular pass per perform person place point possible provide purpose put reach ready reason refer regular relate
  remain report require result return right role rule run same say says see seem separate set several share shortest
  should show similar simple since size so some source specific specify stand stands stay still such support system
  take takes tell than thing think time together total treat try two type under unless until up use used uses usual
  valid value various very via want way well what when whenever whether which while whole will wish with within work
  whereas unlike yet`.split(/\s+/),
);

/** Each form before its plain one. */
const FORMS =
  `kept keep held hold built build rebuilt rebuild lent lend sent send left leave goes go went go gone go done do did do made make
  taken take took take given give gave give found find written write wrote write chosen choose known know shown show seen see
  saw see led lead lost lose met meet meant mean paid pay read read run run ran run said say sold sell spent spend thrown throw
  threw throw told tell understood understand won win bound bind begun begin began begin broken break broke break bought buy
  brought bring caught catch drawn draw driven drive fallen fall fell fall felt feel fed feed grown grow grew grow hidden hide
  overridden override overrode override put put set set split split stood stand stuck stick swept sweep taught teach worn wear
  used use uses use using use has have had have came come became become bore bear borne bear trained train`.split(
    /\s+/,
  );
/** Not a plain object: "constructor" is a word, too. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  FORMS.flatMap((form, at) => (at % 2 === 0 ? [[form, FORMS[at + 1] ?? form] as const] : [])),
);

export const isIrregular = (word: string): boolean => IRREGULAR.has(word);

/** The base form of a word: "kept" as "keep", "retries" as "retry". */
export const claimStem = (word: string): string =>
  lightStem(IRREGULAR.get(word) ?? word.replace(/(?<=[a-z]{3})ied$/, 'y'));

const LIGHT = new Set([...GENERAL].map((word) => claimStem(word)));

/** In any form: "wants" as "want". */
export const saysLittle = (word: string): boolean =>
  GENERAL.has(word) || (!/(?:er|or)s?$/.test(word) && LIGHT.has(claimStem(word)));

/** Carries little meaning: "gets", "means", "needs". Words with an opposite do carry some: "keeps". */
export const isLight = (word: string): boolean =>
  saysLittle(word) && !OPPOSITES.some((pair) => pair.some((start) => word.startsWith(start)));
