import { AssayConfig, CONFIG_PATH } from '#contracts/config.ts';
import type { Finding } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '../tree-runner.ts';
import type { Watched } from './ask-again.ts';
import type { ChangedCode, ChangedFunction } from './changed-code.ts';
import { NOTHING, type Part } from './part.ts';
import { isAside, type Mutated } from './try-mutants.ts';

/** Nothing is known of it: not that it is wrong, and not that it is right. */
export const UNMEASURED = 'UNMEASURED';

/**
 * Each changed function needs a measurement of its own: it was seen to be called while its tests ran, or a mutant of it
 * died. Of one that has neither nothing is known, and that is not a pass. Pure.
 */
export function unmeasuredFunctions(
  { sources }: Pick<ChangedCode, 'sources'>,
  { called }: Pick<Watched, 'called'>,
  { died, named }: Pick<Mutated, 'died' | 'named'>,
  most: number,
): Part {
  const unknown = sources.flatMap(({ path, functions }) =>
    functions
      .filter((each) => !isKnown(path, each, called, [...died, ...named]))
      .map((each) => ({ path, each, inside: functions.some((other) => other !== each && isIn(each, other)) })),
  );
  // A function inside of another that was not called either says nothing more.
  const outermost = unknown.filter(
    ({ path, each, inside }) => !inside || !unknown.some((other) => other.path === path && isIn(each, other.each)),
  );
  const findings = outermost.map(({ path, each }) => findingOf(path, each));
  const aside = findings.filter(({ file }) => isAside(file));
  const blocking = findings.filter(({ file }) => !isAside(file));
  const doubts = (blocking.length > most ? aside : findings).map(({ file, message }) => `${file}: ${message}`);
  return { ...NOTHING, findings: blocking.length > most ? blocking : [], doubts };
}

/** Of the configuration at the base: how many functions of a change may stay unmeasured. */
export async function mayStayUnmeasured(treeRunner: TreeRunner, base: TreeHash): Promise<number> {
  const text = await treeRunner.read(base, CONFIG_PATH);
  try {
    return AssayConfig.parse(JSON.parse(text ?? '{}')).thresholds?.unmeasured ?? 0;
  } catch {
    return 0;
  }
}

function isKnown(
  path: string,
  { name, line }: ChangedFunction,
  called: Watched['called'],
  mutants: Mutated['died'],
): boolean {
  const own = lastOf(name);
  return (
    called.some((each) => each.path === path && (each.line === line || lastOf(each.name) === own)) ||
    mutants.some((each) => each.path === path && (each.name === name || each.name.startsWith(`${name}.`)))
  );
}

const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

const isIn = ({ name }: ChangedFunction, { name: outer }: ChangedFunction): boolean => name.startsWith(`${outer}.`);

const findingOf = (file: string, { name, line }: ChangedFunction): Finding => ({
  ...{ file, line, severity: 'major', code: UNMEASURED },
  message: `nothing could be measured of ${name}: no test was seen to call it, and no mutant of it died. Write a test that calls it and looks at what it does, or take it out; a person can waive this`,
});
