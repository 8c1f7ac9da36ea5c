import { randomBytes } from 'node:crypto';
import { posix } from 'node:path';
import type { TestFile, WrittenTest } from '../../inventory/test-inventory.ts';
import { type Channel, PIPE } from '../../tree-runner.ts';
import type { ChangedCode } from '../changed-code.ts';
import { type Instrumented, instrumentJavascript } from './instrument-javascript.ts';
import type { ObservedFunction } from './observation.ts';
import type { Nudge, OtherAnswers } from './other-answers.ts';
import { type InsideQuestion, recorderJavascript } from './recorder-javascript.ts';
import { recorderPython } from './recorder-python.ts';
import type { SeenAssertion } from './seen-code.ts';

/** What is watched: functions of these files, if any, under this runner. */
export type Watchable = Pick<ChangedCode, 'runner' | 'sources'>;

/** How the tests are run so that the changed code reports itself, and what is known of both before. */
export interface WatchPlan {
  readonly edits: ReadonlyMap<string, string>;
  readonly channel: Channel;
  readonly functions: readonly ObservedFunction[];
  readonly tests: readonly { readonly id: string; readonly written: WrittenTest }[];
  readonly assertions: readonly (SeenAssertion & { readonly file: string })[];
  /** The file of a test by the prefix of its ids, where assertions are reported by the run. */
  readonly keys: ReadonlyMap<string, string>;
  readonly unread: readonly { readonly path: string; readonly why: string }[];
}

export interface WatchPlace {
  readonly nonce: string;
  readonly at: string;
  readonly masked: boolean;
  readonly asserting: ReadonlySet<string> | undefined;
  readonly altered: OtherAnswers | null;
  /** Small alterations: for which functions, by their lasting ids. */
  readonly nudges?: ReadonlyMap<string, Nudge> | undefined;
  /** Calls from inside, by the functions' lasting ids. */
  readonly asking?: ReadonlyMap<string, readonly InsideQuestion[]> | undefined;
}

export function planJavascript({ sources }: Watchable, files: readonly TestFile[], place: WatchPlace): WatchPlan {
  const { nonce, at, masked, asserting, altered, asking, nudges } = place;
  const edits = new Map<string, string>();
  const functions: ObservedFunction[] = [];
  const tests: { id: string; written: WrittenTest }[] = [];
  const assertions: (SeenAssertion & { file: string })[] = [];
  const unread: { path: string; why: string }[] = [];
  const recorder = `${at}/r.cjs`;
  const prefix = `$${randomBytes(3).toString('hex')}`;
  let count = 0;
  const rewrite = (path: string, text: string, more: object): Instrumented | null => {
    count += 1;
    const made = instrumentJavascript({ path, text, recorder, key: `${prefix}${count}_`, ...more });
    if (!made) unread.push({ path, why: 'its text does not parse' });
    else if (made.text !== text) edits.set(path, made.text);
    return made;
  };
  for (const { path, text, lines } of sources) {
    const made = rewrite(path, text, {
      ...(lines ? { lines } : {}),
      inside: (id: string) => asking?.has(lastingId(id)) ?? false,
    });
    functions.push(...(made?.functions ?? []).map((each) => ({ ...each, path })));
  }
  for (const { path, text, tests: own } of files) {
    if (own === null) continue;
    const bodiesOnly = asserting !== undefined && !asserting.has(path);
    const made = rewrite(path, text, {
      tests: own.map(({ fact }) => fact.lines.first),
      bodiesOnly,
      soft: altered !== null,
    });
    for (const [id, line] of made?.tests ?? []) {
      const written = own.find(({ fact }) => fact.lines.first === line);
      if (written) tests.push({ id, written });
    }
    assertions.push(...(made?.assertions ?? []).map((each) => ({ ...each, file: path })));
  }
  const byId = { asking: byLastingId(functions, asking), nudges: byLastingId(functions, nudges) };
  const files_ = { 'r.cjs': recorderJavascript({ nonce, pipe: `${at}/${PIPE}`, masked, altered, ...byId }) };
  return { edits, channel: { at, files: files_ }, functions, tests, assertions, keys: new Map(), unread };
}

/** An id of a function that is the same in each run of the same files. */
export const lastingId = (id: string): string => id.replace(/^\$[0-9a-f]{6}/, '');

const byLastingId = <T>(
  functions: readonly ObservedFunction[],
  known: ReadonlyMap<string, T> | undefined,
): Record<string, T> =>
  Object.fromEntries(
    functions.flatMap(({ id }) => {
      const own = known?.get(lastingId(id));
      return own === undefined ? [] : [[id, own]];
    }),
  );

export function planPython({ sources, runner }: Watchable, files: readonly TestFile[], place: WatchPlace): WatchPlan {
  const { nonce, at, masked, asserting, altered, asking, nudges } = place;
  const inRoot = (path: string): string => posix.relative(runner.root, path);
  const functions = sources.flatMap((source, n) =>
    [...source.functions, ...(source.values ?? [])].map(
      (each): ObservedFunction => ({
        ...{ id: `s${n}:${each.line}`, path: source.path, line: each.line },
        ...{ name: each.name, exports: each.name.includes('.') ? [] : [each.name], kind: 'plain' },
        ...insideOf(each.name, n, source.functions),
      }),
    ),
  );
  const tests = files.flatMap(({ tests: own }, n) =>
    (own ?? []).map((written) => ({ id: `t${n}:${written.path.join('.')}`, written })),
  );
  const targets = [
    ...sources.map(({ path, lines }, n) => ({
      ...{ path: inRoot(path), key: `s${n}`, tests: false },
      ...(lines ? { lines: lines.map(({ first, last }) => [first, last] as const) } : {}),
    })),
    ...files.map(({ path }, n) => ({
      ...{ path: inRoot(path), key: `t${n}`, tests: true },
      bodiesOnly: asserting !== undefined && !asserting.has(path),
    })),
  ];
  const byId = { asking: byLastingId(functions, asking), nudges: byLastingId(functions, nudges) };
  const text = recorderPython({ nonce, pipe: `${at}/${PIPE}`, masked, altered, targets, ...byId });
  const channel = { at, files: { 'sitecustomize.py': text }, env: { PYTHONPATH: at } };
  const keys = new Map(files.map(({ path }, n) => [`t${n}`, path]));
  return { edits: new Map(), channel, functions, tests, assertions: [], keys, unread: [] };
}

/** `Cart.total`: a method, or an inner function; the run shows which. */
function insideOf(
  name: string,
  n: number,
  functions: ChangedCode['sources'][number]['functions'],
): Pick<ObservedFunction, 'method' | 'within'> {
  const [outer = '', inner, ...more] = name.split('.');
  if (inner === undefined || more.length > 0) return {};
  const around = functions.find((each) => each.name === outer);
  return around ? { within: `s${n}:${around.line}` } : { method: { of: outer, name: inner } };
}
