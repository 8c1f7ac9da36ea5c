import type { Json } from '#contracts/json.ts';
import type { ReadOutput } from '#contracts/model.ts';
import { type Candidate, fencedParts, locateJson } from './locate-json.ts';
import { guessCut, parseLax } from './parse-lax.ts';

/** Whether a value fits the schema, and its parsed form. */
export type Fit = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly problem: string };

/**
 * The object in a model's answer. The whole text is tried first, then fenced parts, then objects in prose; if there are
 * several, exactly one may fit. A truncated one is reported as such, and never completed.
 */
export function readModelOutput(answer: string, fit: (value: Json) => Fit): ReadOutput {
  const { text, repairs } = strip(answer);
  const whole = parseLax(text);
  if (text !== '' && whole.type === 'json' && !whole.repaired) return judge(whole.value, fit, repairs);
  const fenced = fencedParts(text);
  const tiers: readonly (readonly [label: string, candidates: readonly Candidate[]])[] = [
    ['', isWhole(text) ? locateJson(text) : []],
    ['fence', fenced.flatMap(locateJson)],
    ['prose', locateJson(text)],
  ];
  let best: ReadOutput = { type: 'unreadable', why: 'none', problem: 'the answer holds no JSON object' };
  for (const [label, candidates] of tiers) {
    const read = readTier(candidates, fit, label === '' ? repairs : [...repairs, label]);
    if (read?.type === 'object' || read?.why === 'ambiguous') return read;
    best = read ?? best;
  }
  return best;
}

/** One object or list, and nothing else. */
const isWhole = (text: string): boolean => {
  const [only, ...others] = locateJson(text);
  return only !== undefined && others.length === 0 && only.text.length === text.length;
};

function readTier(
  candidates: readonly Candidate[],
  fit: (value: Json) => Fit,
  repairs: string[],
): ReadOutput | undefined {
  const fitting = new Map<string, ReadOutput & { type: 'object' }>();
  let worst: ReadOutput | undefined;
  for (const candidate of candidates) {
    const read = readCandidate(candidate, fit, repairs);
    if (read.type === 'object') fitting.set(JSON.stringify(read.value), read);
    else worst = read;
  }
  const [only, ...others] = fitting.values();
  if (others.length === 0) return only ?? worst;
  return {
    type: 'unreadable',
    why: 'ambiguous',
    problem: `the answer holds ${fitting.size} different objects that fit`,
  };
}

function readCandidate({ text, closed }: Candidate, fit: (value: Json) => Fit, repairs: string[]): ReadOutput {
  if (!closed) {
    const value = guessCut(text);
    const problem = 'the answer breaks off before its object ends';
    return { type: 'unreadable', why: 'cut', problem, ...(value === undefined ? {} : { value }) };
  }
  const parsed = parseLax(text);
  if (parsed.type === 'unreadable') return { type: 'unreadable', why: 'none', problem: `not JSON: ${parsed.problem}` };
  return judge(parsed.value, fit, parsed.repaired ? [...repairs, 'repair'] : repairs);
}

function judge(value: Json, fit: (value: Json) => Fit, repairs: string[]): ReadOutput {
  const fitted = fit(value);
  return fitted.ok
    ? { type: 'object', value: fitted.value, repairs }
    : { type: 'unreadable', why: 'misfit', problem: fitted.problem, value };
}

/** Without a byte order mark, and without the thinking that local models put before their answer. */
function strip(answer: string): { text: string; repairs: string[] } {
  const unmarked = answer.replace(/^\uFEFF/, '');
  const unthought = unmarked.replace(/^\s*<(think|thinking)>[\s\S]*?<\/\1>/, '');
  const repairs = [unmarked !== answer ? 'bom' : '', unthought !== unmarked ? 'thinking' : ''].filter(
    (each) => each !== '',
  );
  return { text: unthought.trim(), repairs };
}
