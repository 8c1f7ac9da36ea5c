import { grammarOf } from '#code/symbols/languages.ts';
import { AssayConfig, CONFIG_PATH } from '#contracts/config.ts';
import type { Finding } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { Diff } from '#contracts/workspace.ts';
import { isProgram } from '../is-code.ts';
import { protectionOf } from '../tamper/protected-paths.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import type { Watched } from './ask-again.ts';
import type { ChangedCode, ChangedFunction } from './changed-code.ts';
import { BROKEN_LANGUAGES } from './compiled/broken-languages.ts';
import { isLeftAside, liesAside } from './lies-aside.ts';
import { NOTHING, type Part, UNMEASURED } from './part.ts';
import { seenAt } from './seen-at.ts';
import type { Mutated } from './try-mutants.ts';

/**
 * Each changed function needs a measurement of its own: it was seen to be called while its tests ran, or a mutant of it
 * died. Where mutants were not all tried, it must have answered outside of its tests, or be missed when it throws. A
 * function with none of these is unknown, and that is not a pass. Pure.
 */
export function unmeasuredFunctions(
  { sources }: Pick<ChangedCode, 'sources'>,
  watched: Pick<Watched, 'called' | 'answered'>,
  mutated: Pick<Mutated, 'died' | 'named' | 'untried'>,
  most: number,
): Part {
  const findings = unknownFunctions({ sources }, watched, mutated).map(({ path, each }) => findingOf(path, each));
  const isOut = ({ file }: Finding): boolean => sources.some((each) => each.path === file && isLeftAside(each));
  const aside = findings.filter(isOut);
  const blocking = findings.filter((each) => !isOut(each));
  const doubts = (blocking.length > most ? aside : findings).map(({ file, message }) => `${file}: ${message}`);
  return { ...NOTHING, findings: blocking.length > most ? blocking : [], doubts };
}

/** Those of which nothing is known yet, without what lies inside of another one: that says nothing more. Pure. */
export function unknownFunctions(
  code: Pick<ChangedCode, 'sources'>,
  watched: Pick<Watched, 'called' | 'answered'>,
  mutated: Pick<Mutated, 'died' | 'named' | 'untried'>,
): UnknownFunction[] {
  const unknown = allUnknown(code, watched, mutated);
  return unknown.filter((one) => !unknown.some((other) => liesInside(one, other)));
}

export interface UnknownFunction {
  readonly path: string;
  readonly each: ChangedFunction;
}

/** The same with all of them: one inside of another has to be measured by itself as well. Pure. */
export function allUnknown(
  { sources }: Pick<ChangedCode, 'sources'>,
  { called, answered }: Pick<Watched, 'called' | 'answered'>,
  { died, named, untried }: Pick<Mutated, 'died' | 'named' | 'untried'>,
): UnknownFunction[] {
  // That it was called only counts together with mutants that were all tried.
  const seen = untried ? answered : called;
  return sources.flatMap(({ path, functions }) => {
    const ran = new Set(seen.filter((each) => each.path === path).map((each) => seenAt(functions, each)));
    const told = [...died, ...named].filter((each) => each.path === path);
    const isTold = ({ name }: ChangedFunction): boolean =>
      told.some((each) => each.name === name || each.name.startsWith(`${name}.`));
    return functions.filter((each) => !ran.has(each) && !isTold(each)).map((each) => ({ path, each }));
  });
}

/** Whether the first lies inside of the second. Pure. */
export const liesInside = (one: UnknownFunction, other: UnknownFunction): boolean =>
  one !== other && one.path === other.path && one.each.name.startsWith(`${other.each.name}.`);

/** Code of the change that no part could measure: another language, or no runner for it. Pure. */
export function unmeasuredFiles(
  { files }: Diff,
  runners: readonly ProjectRunner[],
  watched: ReadonlySet<string>,
  most: number,
): Part {
  const grammars = new Set(runners.flatMap(({ runner }) => BROKEN_LANGUAGES[runner]?.grammar ?? []));
  const left = files.filter(({ path, added, binary, kind }) => {
    const grammar = grammarOf(path);
    if (!isProgram(path) || (grammar !== undefined && grammars.has(grammar)) || /\.d\.[cm]?ts$/.test(path))
      return false;
    if (added === 0 || binary || (kind !== 'file' && kind !== 'executable')) return false;
    return !watched.has(path) && protectionOf(path) === null && !runners.some((runner) => runner.isTestFile(path));
  });
  const findings = left.map(
    ({ path }): Finding => ({
      ...{ file: path, line: null, severity: 'major', code: UNMEASURED },
      message: `this file could not be measured: ${grammarOf(path) === undefined ? UNREAD : NO_RUNNER}; a person can waive this`,
    }),
  );
  const blocking = findings.filter(({ file }) => !liesAside(file));
  const aside = findings.filter(({ file }) => liesAside(file));
  const doubts = (blocking.length > most ? aside : findings).map(({ file, message }) => `${file}: ${message}`);
  return { ...NOTHING, findings: blocking.length > most ? blocking : [], doubts };
}

const NO_RUNNER =
  'Assay knows no test runner for its language in this project. Name one as "test" in .assay/config.json on main, or leave the file out';
const UNREAD =
  'Assay does not read its language. Write what it computes as a module in a language that it reads, or leave the file out';

/** The limit for unmeasured functions of a change, from the configuration at the base. */
export async function mayStayUnmeasured(treeRunner: TreeRunner, base: TreeHash): Promise<number> {
  const text = await treeRunner.read(base, CONFIG_PATH);
  try {
    return AssayConfig.parse(JSON.parse(text ?? '{}')).thresholds?.unmeasured ?? 0;
  } catch {
    return 0;
  }
}

const findingOf = (file: string, { name, line }: ChangedFunction): Finding => ({
  ...{ file, line, severity: 'major', code: UNMEASURED },
  message: `${name} could not be measured: no test was seen to call it, and none of its mutants was killed. Write a test that calls it and checks the result, or remove it; a person can waive this`,
});
