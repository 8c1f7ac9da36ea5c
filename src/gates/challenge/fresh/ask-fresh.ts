import type { ChangedCode, ChangedSource } from '../changed-code.ts';
import { ends } from '../fair-share.ts';
import type { OutsideQuestion } from '../observe/ask-outside.ts';
import type { ObservedCall } from '../observe/observation.ts';
import { brief, type Part } from '../part.ts';
import type { Called, Probe } from './called.ts';
import { judgeAlsoEach } from './each-of-list.ts';
import { IDLE, idleFunctions } from './idle-functions.ts';
import type { InputJudgement, Looked } from './judge-inputs.ts';
import { judgeStories, orStates, renamedThroughout } from './judge-stories.ts';
import type { Narrow } from './narrow.ts';
import { nearWord, neighbours, type Value } from './neighbours.ts';
import { unvarying } from './unvarying.ts';

const NO_TABLES: Tables = { findings: [], doubts: [], narrow: [] };
/** Per function; fewer where there are many functions. */
const MOST_INPUTS = 12;
const MOST_WORDS = 20;
const ALL_INPUTS = 160;

/** Inputs that the tests did not use, for every function that can be called. */
export function freshQuestions(
  code: ChangedCode,
  calls: readonly ObservedCall[],
): { readonly questions: readonly OutsideQuestion[] } {
  const functions = calledIn(code, calls);
  const words = wordsIn(code);
  const most = Math.max(2, Math.min(MOST_INPUTS, Math.floor(ALL_INPUTS / functions.length)));
  const questions = functions.flatMap(({ module, name, calls: own, isComposed, wrap }) => {
    const tested = new Set(own.map(({ args }) => JSON.stringify(args)));
    const inputs = ends([...tested], most)
      .map((args): Value[] => JSON.parse(args))
      .flatMap((args) => [...(isComposed ? renamedThroughout(args, nearWord) : []), ...neighbours(args)]);
    // Inputs that occur in the source itself: a table larger than its tests has answers for them.
    const spoken = own.every(({ args }) => isOneText(args)) ? words.map((word): Value[] => [word]) : [];
    const fresh = new Map([...inputs, ...spoken].map((args) => [JSON.stringify(args), args]));
    return [...fresh].filter(([key]) => !tested.has(key)).map(([, args]) => ({ module, name, args: wrap(args) }));
  });
  return { questions };
}

const isOneText = (args: readonly Value[]): boolean => args.length === 1 && typeof args[0] === 'string';

/** Words that the changed lines contain as texts, or as keys of a table. */
const wordsIn = (code: ChangedCode): string[] =>
  [
    ...new Set(
      [
        ...code.sources
          .map(changedText)
          .join('\n')
          .matchAll(/'([^'\n]*)'|"([^"\n]*)"|\b([A-Za-z]\w*)\s*:/g),
      ]
        .map(([, one, two, three]) => one ?? two ?? three ?? '')
        .filter((word) => /^[A-Za-z][\w-]{1,30}$/.test(word)),
    ),
  ].slice(0, MOST_WORDS);

/** Tables that were found, and functions of which only their tests' own inputs are known. */
export interface Tables extends Pick<Part, 'findings' | 'doubts'> {
  readonly narrow: readonly Narrow[];
}

/** Functions that know their tests' inputs and nothing else. */
export function tables(
  code: ChangedCode,
  calls: readonly ObservedCall[],
  answered: readonly { readonly question: OutsideQuestion; readonly outcome: string | null }[],
): Tables {
  const source = code.sources.map(changedText).join('\n');
  const words = new Set(wordsIn(code).map((word) => JSON.stringify([word])));
  const functions = calledIn(code, calls);
  const looked = functions.map((called) => {
    const probes = answered.flatMap(({ question, outcome }): Probe[] =>
      question.module === called.module && question.name === called.name && outcome !== null
        ? [{ name: called.name, module: called.module, args: called.unwrap(question.args), outcome }]
        : [],
    );
    const isSpoken = ({ args }: Probe): boolean => words.has(JSON.stringify(args));
    const [near, spoken] = [probes.filter((each) => !isSpoken(each)), probes.filter(isSpoken)];
    return { called, probes: near, spoken, source };
  });
  const idle = idleFunctions(looked);
  const alone = looked.map((each) => said(each, idle.has(each) ? IDLE : (unvarying(each) ?? judgeAlsoEach(each))));
  const composed = looked.filter(({ called }) => called.isComposed);
  const stories = [...Map.groupBy(composed, ({ called: { module, line } }) => `${module}:${line}`).values()];
  const parts = [...alone, ...stories.map(saidTogether)];
  return {
    findings: parts.flatMap(({ findings }) => findings),
    doubts: parts.flatMap(({ doubts }) => doubts),
    narrow: parts.flatMap(({ narrow }) => narrow),
  };
}

type LookedAt = Looked & { readonly called: OfTests };

function saidTogether(stories: readonly LookedAt[]): Tables {
  const [first] = stories;
  if (!first) return NO_TABLES;
  const calls = stories.flatMap(({ called }) => called.calls);
  const all = { ...first, called: { ...first.called, calls }, probes: stories.flatMap(({ probes }) => probes) };
  return said(all, judgeStories(stories));
}

function said({ called, probes }: LookedAt, found: InputJudgement): Tables {
  const judged = orStates(called, found);
  if (judged.type === 'fine') return NO_TABLES;
  const message = `${called.label} ${judged.why}. ${table(called, probes)}`;
  if (judged.type === 'doubt') return { ...NO_TABLES, doubts: [`${called.module}: ${message}`] };
  if (judged.type === 'narrow') {
    const { words, refuses } = judged;
    const found = { file: called.module, line: called.line, message, words, ...(refuses ? { refuses } : {}) };
    return { ...NO_TABLES, narrow: [found] };
  }
  const next = 'Compute the answer instead of looking up the tests’ own inputs';
  return {
    ...NO_TABLES,
    findings: [{ file: called.module, line: called.line, severity: 'critical', message: `${message} ${next}` }],
  };
}

export interface OfTests extends Called {
  readonly label: string;
  readonly line: number;
  wrap(args: readonly Value[]): string;
  unwrap(args: string): Value[];
}

/** By function; in Python an argument may also be named. */
export function calledIn(code: ChangedCode, calls: readonly ObservedCall[]): OfTests[] {
  const byFunction = new Map<string, ObservedCall[]>();
  for (const call of calls) byFunction.set(call.function.id, [...(byFunction.get(call.function.id) ?? []), call]);
  return [...byFunction.values()].flatMap((own): OfTests[] => {
    const [first] = own;
    if (!first) return [];
    const { path, line, name, exports } = first.function;
    const known = code.sources.find((source) => source.path === path)?.functions.find((each) => each.line === line);
    const named = (text: string): { args: Value[]; names: Record<string, Value> } | null => {
      const read = JSON.parse(text);
      return Array.isArray(read) ? null : read;
    };
    const names = named(first.args ?? '[]')?.names;
    const unwrap = (text: string): Value[] => named(text)?.args ?? JSON.parse(text);
    return [
      {
        ...{ name: exports[0] ?? '', label: name, line, module: path, unwrap },
        ...(first.composed ? { isComposed: true as const } : {}),
        ...(own.some(({ top }) => top) ? {} : { isInner: true as const }),
        parameters: (first.composed ? undefined : known?.parameters) ?? unwrap(first.args ?? '[]').length,
        calls: own.map(({ args, outcome }) => ({ args: unwrap(args ?? '[]'), outcome })),
        wrap: (args) => JSON.stringify(names === undefined ? args : { args, names }),
      },
    ];
  });
}

export function changedText({ text, lines }: ChangedSource): string {
  const all = text.split('\n');
  if (lines === undefined) return text;
  return lines.flatMap(({ first, last }) => all.slice(first - 1, last)).join('\n');
}

const shown = (arg: unknown): string =>
  arg !== null && typeof arg === 'object' && '$' in arg && arg.$ === 'function' && 'v' in arg
    ? String(arg.v)
    : JSON.stringify(arg);

/** Inputs and outputs, side by side. */
function table({ calls }: Called, probes: readonly Probe[]): string {
  const row = ({ args, outcome }: { args: readonly unknown[]; outcome: string }): string =>
    `(${args.map(shown).join(', ')}) → ${outcome}`;
  const tested = [...new Set(calls.map(row))].slice(0, 4).join('; ');
  const fresh = [...new Set(probes.map(row))].slice(0, 4).join('; ');
  return brief(`Tested: ${tested}. Fresh: ${fresh}.`, 500);
}
