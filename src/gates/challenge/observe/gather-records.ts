import { posix } from 'node:path';
import { remakable, withoutFunctions } from './closed-functions.ts';
import type { AlteredCall, Observation, ObservedAssertion, ObservedCall, ObservedTest } from './observation.ts';
import type { WatchPlan } from './plan-watch.ts';
import type { Seen } from './records.ts';
import type { SeenAssertion } from './seen-code.ts';

/** What a run's records say about the watched code. Pure. */
export function gatherRecords(
  plan: Omit<WatchPlan, 'edits' | 'channel'>,
  records: readonly Seen[],
  root: string,
): Omit<Observation, 'run' | 'evidence' | 'broken' | 'overflow'> {
  const byId = new Map(plan.functions.map((each) => [each.id, each]));
  const entered = new Set<string>();
  const calls: ObservedCall[] = [];
  const open = new Map<string, number>();
  const ended = new Map<string, ObservedTest['ended']>();
  const passed = new Map<string, ObservedAssertion['passed'][number][]>();
  const failed = new Map<string, ObservedAssertion['passed'][number][]>();
  const altered: AlteredCall[] = [];
  const inside: Observation['inside'][number][] = [];
  const written: (SeenAssertion & { file: string })[] = [...plan.assertions];
  const unread = [...plan.unread];
  const testing = new Map<string, Extract<Seen, { k: 'b' }>>();
  const loaded: Extract<Seen, { k: 'm' }>[] = [];
  let env: Readonly<Record<string, string>> = {};
  for (const record of records) {
    if (record.k === 'e') entered.add(record.f);
    if (record.k === 'c') {
      const of = byId.get(record.f);
      const { h, s: nth, st: state, top = false } = record;
      if (of)
        calls.push({
          ...{ function: of, args: remakable(record.a), outcome: record.o + (record.l ?? ''), test: record.x, top },
          returned: record.o,
          bound: record.t !== 0 && of.needsThis !== false,
          ...partlyOf(record),
          ...(h === undefined || nth === undefined ? {} : { object: { id: h, at: nth, state } }),
        });
    }
    if (record.k === 'b') {
      open.set(record.x, (open.get(record.x) ?? 0) + 1);
      testing.set(record.w, record);
    }
    if (record.k === 'm') loaded.push(record);
    if (record.k === 'p' || record.k === 't') {
      open.set(record.x, (open.get(record.x) ?? 0) - 1);
      ended.set(record.x, record.k === 'p' ? 'well' : { threw: record.m });
    }
    if (record.k === 'a' || record.k === 'n') {
      const made = record.k === 'a' ? passed : failed;
      const calls = record.k === 'n' ? { calls: record.y } : {};
      made.set(record.i, [
        ...(made.get(record.i) ?? []),
        { test: record.x, given: record.g, wanted: record.w, ...calls },
      ]);
    }
    if (record.k === 'y') {
      const of = byId.get(record.f);
      if (of)
        altered.push({
          ...{ n: record.n, function: of, args: record.a, test: record.x, answer: record.o, leaves: record.l },
        });
    }
    if (record.k === 'f') {
      const of = byId.get(record.f);
      if (of) inside.push({ function: of, n: record.n, outcome: record.o });
    }
    if (record.k === 'h' && !written.some(({ id }) => id === record.i)) {
      const file = plan.keys.get(/^t\d+/.exec(record.i)?.[0] ?? '') ?? '';
      written.push({ id: record.i, how: record.how, line: record.line, test: record.x, must: record.must, file });
    }
    if (record.k === 'v') env = record.env;
    if (record.k === 'u') unread.push({ path: record.path, why: record.m });
  }
  return {
    ...{ functions: plan.functions, entered, calls, altered, inside, env, unread },
    loaded: new Set(
      records.flatMap((each) => (each.k === 'm' ? [each.path] : each.k === 'l' ? [posix.join(root, each.path)] : [])),
    ),
    loadedByRunner: [...new Set(loaded.filter((each) => isOfRunner(each, testing)).map(({ path }) => path))],
    tests: plan.tests.map(({ id, written: test }) => ({
      ...{ id, written: test, began: open.has(id) },
      ended: (open.get(id) ?? 0) > 0 ? null : (ended.get(id) ?? null),
    })),
    assertions: written.map((each) => ({
      ...{ ...each, passed: passed.get(each.id) ?? [], failed: failed.get(each.id) ?? [] },
    })),
  };
}

/** The parts that can be recreated of arguments that cannot be as a whole. */
const partlyOf = ({ a, p }: Extract<Seen, { k: 'c' }>): Pick<ObservedCall, 'partly'> => {
  if (p) return { partly: p };
  return a !== null && remakable(a) === null ? { partly: withoutFunctions(a) } : {};
};

/**
 * No test runs there, and it has started a process or a thread in which some do. Processes started by tests do not
 * belong to the runner.
 */
const isOfRunner = (
  { w, pid, thread }: Extract<Seen, { k: 'm' }>,
  testing: ReadonlyMap<string, Extract<Seen, { k: 'b' }>>,
): boolean =>
  !testing.has(w) && [...testing.values()].some((test) => test.parent === pid || (test.pid === pid && !thread));
