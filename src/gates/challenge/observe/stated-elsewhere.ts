import type { Finding } from '#contracts/gate.ts';
import { writtenNameOf } from '../../proofs/is-run-of.ts';
import { type News, passes } from './judge-run.ts';
import type { Observation, ObservedTest } from './observation.ts';

export interface StatedText {
  readonly path: string;
  readonly text: string;
}

/** Where the values that tests want may stand. */
export interface Places {
  readonly tests: readonly StatedText[];
  /** Code of the change. */
  readonly sources: readonly StatedText[];
  /** Its other files: documents, data. */
  readonly others: readonly StatedText[];
}

/**
 * New tests that state nothing themselves: every value that they want stands in a document, or in a table of the code,
 * which the change wrote as well. Whoever writes the code then also writes what it is compared with, after the test was
 * locked. One value in the test is enough. Pure.
 */
export function statedElsewhere(
  { run, tests, assertions }: Pick<Observation, 'run' | 'tests' | 'assertions'>,
  { tests: texts, sources, others }: Places,
  root: string,
  { isNewTest }: Pick<News, 'isNewTest'>,
): Finding[] {
  const asked = tests.filter(({ written }) => isNewTest(written) && passes(run, written, root));
  return asked.flatMap((test): Finding[] => {
    const values = wantedBy(test, assertions);
    const own = texts.find(({ path }) => path === test.written.file)?.text ?? '';
    if (values.length === 0 || values.some((value) => texts.some(({ text }) => text.includes(value)))) return [];
    const holds = ({ text }: StatedText): boolean => values.every((value) => text.includes(value));
    const at =
      others.find((each) => own.includes(nameOf(each.path)) && holds(each)) ??
      sources.find((each) => holds(each) && isIterated(own, stemOf(each.path)));
    if (!at) return [];
    const { file, fact } = test.written;
    const message = `${writtenNameOf(test.written)}: every value that it wants stands in ${at.path}, which this change wrote, and none in a test: whoever writes the code writes what it is compared with. State at least one value in the test`;
    return [{ file, line: fact.lines.first, severity: 'critical', code: 'ASSERTION_FOLLOWS_CODE', message }];
  });
}

/** Texts and numbers that say something. */
function wantedBy({ id, written }: ObservedTest, assertions: Observation['assertions']): string[] {
  const { first, last } = written.fact.lines;
  const within = assertions.filter(({ file, line }) => file === written.file && line >= first && line <= last);
  const passed = [
    ...assertions.flatMap((each) => each.passed.filter(({ test }) => test === id)),
    // Parts of a test that it makes while it runs.
    ...within.flatMap((each) => each.passed.filter(({ test }) => test === null)),
  ];
  const wanted = passed.flatMap(({ given, wanted: [value] }) =>
    given === undefined || value === undefined ? [] : valuesIn(value),
  );
  return [...new Set(wanted)];
}

/** `typeof f === 'function'` is no value. */
const KINDS = /^(function|object|string|number|boolean|undefined|symbol|bigint)$/;

const valuesIn = (shown: string): string[] =>
  [...shown.matchAll(/(["'])((?:(?!\1)[^\\]){3,}?)\1|(?<![\w.])(\d{2,}(?:\.\d+)?)(?!\w)/g)]
    .map(([, , text, number]) => text ?? number ?? '')
    .filter((value) => !KINDS.test(value));

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const stemOf = (path: string): string => nameOf(path).replace(/\.[^.]+$/, '');

/** Whether a test goes through something that it imports from there: rows of a table. */
function isIterated(test: string, stem: string): boolean {
  const names = [
    ...test.matchAll(
      new RegExp(
        String.raw`(?:import|const|let)\s+([^;=]*?)\s*(?:from|=\s*(?:await\s+import|require)\()\s*['"][^'"]*\b${stem}\b`,
        'g',
      ),
    ),
    ...test.matchAll(new RegExp(String.raw`^from\s+[\w.]*\b${stem}\s+import\s+(.*)$`, 'gm')),
    ...test.matchAll(new RegExp(String.raw`^(?:from\s+[\w.]+\s+)?import\s+(?:[\w.]*\.)?(${stem}\b.*)$`, 'gm')),
  ].flatMap(([, list = '']) => list.match(/[A-Za-z_$][\w$]*/g) ?? []);
  return names.some((name) =>
    new RegExp(
      String.raw`\b(?:of|in)\s+${name}\b|\b${name}(?:\.\w+)*\.(?:forEach|map|entries|items|values)\(|\.(?:each|for)\(\s*${name}\b|\b(?:entries|keys|values|enumerate|zip|sorted)\(\s*${name}\b|parametrize\([^)]*,\s*${name}\b`,
    ).test(test),
  );
}
