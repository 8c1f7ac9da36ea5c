import { type Rebound, rebound } from './rebound.ts';
import { restChange } from './rest-of-file.ts';
import { byName, type TestFile, type WrittenTest } from './test-inventory.ts';

export interface InventoryChange {
  readonly added: readonly WrittenTest[];
  readonly changed: readonly { readonly before: WrittenTest; readonly after: WrittenTest }[];
  readonly removed: readonly WrittenTest[];
  /** New marks that keep a test from counting. */
  readonly muted: readonly { readonly test: WrittenTest; readonly mark: string }[];
  /** Changed code around tests: hooks, mocks, helpers in the file. */
  readonly around: readonly { readonly file: string; readonly what: string }[];
  /** Names in a test file that refer to something else now. */
  readonly rebound: readonly (Rebound & { readonly file: string })[];
  /** Changed test files that could not be parsed. */
  readonly opaque: readonly string[];
  /** Those that are new. */
  readonly opaqueAdded: readonly string[];
}

/** How the tests of one tree differ from those of another, by their text. */
export function compareInventories(
  before: ReadonlyMap<string, TestFile>,
  after: ReadonlyMap<string, TestFile>,
): InventoryChange {
  const was = byName([...before.values()].flatMap(({ tests }) => tests ?? []));
  const is = byName([...after.values()].flatMap(({ tests }) => tests ?? []));
  const added = [...is].filter(([name]) => !was.has(name)).map(([, test]) => test);
  const removed = [...was].filter(([name]) => !is.has(name)).map(([, test]) => test);
  const both = [...was].flatMap(([name, test]) => {
    const now = is.get(name);
    return now ? [{ before: test, after: now }] : [];
  });
  return {
    added,
    removed,
    changed: both.filter((pair) => pair.before.hash !== pair.after.hash),
    muted: [
      ...both.flatMap((pair) => mutedBy(pair.after, pair.before.marks)),
      ...added.filter(({ marks }) => marks.includes('only')).map((test) => ({ test, mark: 'only' })),
    ],
    around: aroundTests(before, after),
    rebound: inBoth(before, after).flatMap(({ was, is }) =>
      rebound(was, is).map((each) => ({ file: was.path, ...each })),
    ),
    opaque: opaqueChanges(before, after),
    opaqueAdded: [...after.values()].filter(({ path, tests }) => !tests && !before.has(path)).map(({ path }) => path),
  };
}

const MUTES = new Set(
  `skip skipIf skipif skipUnless runIf if todo todoIf fails failing xfail only ignore conditional expectFailure
  expectedFailure skip-inside`.split(/\s+/),
);

/** Marks under which a test need not pass. */
export const isMuted = ({ marks }: WrittenTest): boolean => marks.some((mark) => MUTES.has(mark));

const mutedBy = (test: WrittenTest, before: readonly string[]): { test: WrittenTest; mark: string }[] =>
  test.marks.filter((mark) => MUTES.has(mark) && !before.includes(mark)).map((mark) => ({ test, mark }));

function aroundTests(
  before: ReadonlyMap<string, TestFile>,
  after: ReadonlyMap<string, TestFile>,
): { file: string; what: string }[] {
  return inBoth(before, after).flatMap(({ was, is }) => {
    const hooks = [...was.hooks].filter(([name, hash]) => is.hooks.get(name) !== hash).map(([name]) => name);
    const newHooks = [...is.hooks.keys()].filter((name) => !was.hooks.has(name));
    const { added, removed } = restChange(was.rest, is.rest);
    const risky = added.filter((line) => !isFrame(line, is));
    return [
      ...[...hooks, ...newHooks].map((name) => ({ file: was.path, what: `the set-up ${name}` })),
      ...removed.map((line) => ({ file: was.path, what: `a line was removed: ${line}` })),
      ...risky.map((line) => ({ file: was.path, what: `a line was added: ${line}` })),
    ];
  });
}

/** Files that can be parsed before and after. */
function inBoth(
  before: ReadonlyMap<string, TestFile>,
  after: ReadonlyMap<string, TestFile>,
): { was: TestFile; is: TestFile }[] {
  return [...before.values()].flatMap((was) => {
    const is = after.get(was.path);
    return is?.tests && was.tests ? [{ was, is }] : [];
  });
}

/** The frame of a suite that was added: its opening call and its closing brackets. */
const isFrame = (line: string, { tests }: TestFile): boolean =>
  /^(describe|suite|context)(\.\w+)*\(/.test(line) || (/^class Test\w*/.test(line) && (tests?.length ?? 0) > 0);

function opaqueChanges(before: ReadonlyMap<string, TestFile>, after: ReadonlyMap<string, TestFile>): string[] {
  return [...before.values()]
    .filter((was) => {
      const is = after.get(was.path);
      if (was.tests && (is === undefined || is.tests)) return false;
      return is?.text !== was.text;
    })
    .map(({ path }) => path);
}
