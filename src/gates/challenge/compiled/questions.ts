import type { Tables } from '../fresh/ask-fresh.ts';
import type { Probe } from '../fresh/called.ts';
import { judgeAlsoEach } from '../fresh/each-of-list.ts';
import type { Value } from '../fresh/neighbours.ts';
import { unvarying } from '../fresh/unvarying.ts';
import { brief } from '../part.ts';
import type { AskedFunction, CompiledCall } from './asker.ts';
import { alikeValues, type LiteralTemplate, literalTemplate, nearValues } from './literal-template.ts';

export interface CompiledQuestion {
  readonly call: CompiledCall;
  readonly values: readonly Value[];
  /** No test made this call. */
  readonly fresh: boolean;
  /** Its values are a tested call's own, repeated: what compares two of them answers differently. */
  readonly alike?: true;
}

const MOST_FRESH = 30;
const MOST_ALIKE = 8;

/** The tests' calls, then similar ones. */
export function compiledQuestions(calls: readonly CompiledCall[]): CompiledQuestion[] {
  const known = new Set<string>();
  const isNew = ({ call }: CompiledQuestion): boolean => {
    const key = JSON.stringify([call.receiver, call.args]);
    return known.has(key) ? false : Boolean(known.add(key));
  };
  const asked = calls.map(
    (call): CompiledQuestion => ({ call, values: holesIn(call).flatMap(({ values }) => values), fresh: false }),
  );
  const fresh = asked.flatMap(nearQuestions);
  const alike = asked.flatMap(alikeQuestions);
  return [
    ...asked.filter(isNew),
    ...fresh.filter(isNew).slice(0, MOST_FRESH),
    ...alike.filter(isNew).slice(0, MOST_ALIKE),
  ];
}

const alikeQuestions = ({ call, values }: CompiledQuestion): CompiledQuestion[] =>
  alikeValues(values).map((own) => ({
    ...{ call: filled(call, holesIn(call), own), values: own },
    ...{ fresh: true, alike: true },
  }));

/** Calls similar to one. */
export function nearQuestions({ call, values }: CompiledQuestion): CompiledQuestion[] {
  const small = call.function.parameters.some(({ type }) => /\b(u?int8|byte|[iu]8)\b/.test(type));
  const holes = holesIn(call);
  return nearValues(values, small).map((near) => ({ call: filled(call, holes, near), values: near, fresh: true }));
}

const holesIn = ({ receiver, args }: CompiledCall): LiteralTemplate[] =>
  [...(receiver === null ? [] : [receiver]), ...args].map(literalTemplate);

function filled(call: CompiledCall, holes: readonly LiteralTemplate[], values: readonly Value[]): CompiledCall {
  let at = 0;
  const words = holes.map((each) => {
    const own = values.slice(at, at + each.values.length);
    at += each.values.length;
    return each.fill(own);
  });
  return call.receiver === null
    ? { ...call, args: words }
    : { ...call, receiver: words[0] ?? call.receiver, args: words.slice(1) };
}

/** Which values of a call are whole arguments, in all of these calls. */
function wholeArguments(calls: readonly CompiledCall[]): number[] {
  const each = calls.map(({ receiver, args }) => {
    let at = receiver === null ? 0 : literalTemplate(receiver).values.length;
    return args.flatMap((arg) => {
      const { length } = literalTemplate(arg).values;
      at += length;
      return length === 1 ? [at - 1] : [];
    });
  });
  return (each[0] ?? []).filter((at) => each.every((positions) => positions.includes(at)));
}

/** Memory addresses differ every time. */
export const plainly = (outcome: string): string => outcome.replaceAll(/0x[0-9a-f]{6,}/g, '0x…');

/** Whether a function knows its tests' inputs and nothing else. Pure. */
export function compiledTable(
  source: string,
  fn: AskedFunction,
  questions: readonly CompiledQuestion[],
  outcomes: readonly (string | null)[],
): Tables {
  const own = questions.flatMap((question, n) => {
    const outcome = outcomes[n] ?? null;
    return question.call.function === fn && outcome !== null && outcome !== 'unsteady'
      ? [{ question, outcome: plainly(outcome) }]
      : [];
  });
  const at = { name: fn.name, module: fn.path };
  const probesOf = (isAlike: boolean): Probe[] =>
    own.flatMap(({ question, outcome }) =>
      question.fresh && isAlike === (question.alike ?? false) ? [{ ...at, args: question.values, outcome }] : [],
    );
  const probes = probesOf(false);
  const calls = own.flatMap(({ question, outcome }) => (question.fresh ? [] : [{ args: question.values, outcome }]));
  const looked = {
    called: {
      ...at,
      parameters: fn.parameters.length,
      calls,
      whole: wholeArguments(own.map(({ question }) => question.call)),
    },
    probes,
    source,
  };
  // A comparison gives one answer to values that all differ, and to all near them.
  const judged = unvarying({ ...looked, probes: [...probes, ...probesOf(true)] }) ?? judgeAlsoEach(looked);
  if (judged.type === 'fine') return { findings: [], doubts: [], narrow: [] };
  const row = ({ args, outcome }: { args: readonly Value[]; outcome: string }): string =>
    `(${args.map((arg) => JSON.stringify(arg)).join(', ')}) → ${outcome}`;
  const message = `${fn.name} ${judged.why}. Tested: ${calls.slice(0, 4).map(row).join('; ')}. Fresh: ${probes.slice(0, 4).map(row).join('; ')}.`;
  if (judged.type === 'doubt') return { findings: [], doubts: [`${fn.path}: ${brief(message, 500)}`], narrow: [] };
  if (judged.type === 'narrow') {
    const narrow = { file: fn.path, line: fn.line, message: brief(message, 500), words: judged.words };
    return { findings: [], doubts: [], narrow: [narrow] };
  }
  const next = 'Compute the answer instead of looking up the tests’ own inputs';
  return {
    findings: [{ file: fn.path, line: fn.line, severity: 'critical', message: `${brief(message, 500)} ${next}` }],
    doubts: [],
    narrow: [],
  };
}
