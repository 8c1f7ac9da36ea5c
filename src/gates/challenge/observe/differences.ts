import type { ObservedCall } from './observation.ts';

/** A call of the tests, and the answers to the same call elsewhere. */
export interface AskedBoth {
  readonly call: ObservedCall;
  /** In a plain process, and in another one in reverse order; null where there was no answer. */
  readonly outside: string | null;
  readonly again: string | null;
}

/** Calls that get another answer where nothing shows a test, each time the same one. Pure. */
export const differences = (asked: readonly AskedBoth[]): AskedBoth[] =>
  asked.filter(
    ({ call, outside, again }) =>
      outside !== null && outside === again && outside !== call.outcome && !isOfTheDay(call.outcome, outside),
  );

/**
 * Functions whose objects could not be recreated: every composed call throws outside, and none did in its test, because
 * the module keeps its state in a variable, for instance. Their calls say nothing. Pure.
 */
export function failedRecreations(asked: readonly AskedBoth[]): ReadonlySet<string> {
  const composed = asked.filter(({ call, outside }) => call.composed && outside !== null);
  const byFunction = Map.groupBy(composed, ({ call }) => call.function.id);
  const fails = ({ call, outside }: AskedBoth): boolean => isThrown(outside ?? '') && !isThrown(call.outcome);
  return new Set([...byFunction].filter(([, own]) => own.every(fails)).map(([id]) => id));
}

const isThrown = (outcome: string): boolean => outcome.startsWith('throws ');

/** A date or a time that moved on between two runs; texts that differ only in their numbers. */
export function isOfTheDay(inside: string, outside: string): boolean {
  const dated = /\d{4}-\d\d-\d\d|\b1[6-9]\d{8,11}\b|\d\d:\d\d/;
  const without = (text: string): string => text.replace(/\d+(\.\d+)?/g, '#');
  return dated.test(inside) && dated.test(outside) && without(inside) === without(outside);
}

/** Errors that only show that a plain process lacks something of the tests' environment (a DOM, a package). */
export const isEnvironment = (outside: string): boolean =>
  /(ReferenceError|NameError): .* is not defined|Cannot find (module|package)|ModuleNotFoundError|ERR_MODULE_NOT_FOUND|ERR_UNSUPPORTED|import\.meta\.env/.test(
    outside,
  );

/** Words of a test that replace what code sees of the world. */
export const changesTheWorld = (test: string): boolean =>
  /\b(vi|jest|sinon|nock|mock|td|MockDate|timekeeper|monkeypatch|mocker|freeze_time|patch)\b\s*[.(]|\.mock\b|\bspyOn\b|useFakeTimers|\b(process\.env|os\.environ|globalThis|global|window)\b[^=\n]*=[^=]|\bchdir\(/.test(
    test,
  );
