import { AssayConfig, CONFIG_PATH } from '#contracts/config.ts';
import type { Refusal } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { profileFor } from '#project/test-runners/profiles.ts';
import { askerOf } from './challenge/compiled/ask-compiled.ts';
import type { ProjectRunner, TreeRunner } from './tree-runner.ts';

/**
 * Whether the gate can prove work that this runner tests: it watches the code while its tests run, or calls it outside
 * of them. For the others it has a report that the code under test can write; functions of Ruby, PHP and Java are
 * broken as well, which tests must notice, but code that knows only its tests' inputs would pass.
 */
export const isProven = ({ runner }: Pick<ProjectRunner, 'runner'>): boolean =>
  profileFor(runner).family !== 'other' || askerOf({ runner }) !== null;

/** Runners without a proof pack that a change depends on: it touches their tests, or there is no other. */
export function unprovenRunners(runners: readonly ProjectRunner[], changed: readonly string[]): ProjectRunner[] {
  const unproven = runners.filter((runner) => !isProven(runner));
  if (unproven.length === runners.length) return unproven;
  return unproven.filter(({ isTestFile }) => changed.some((path) => isTestFile(path)));
}

/** Why work in a language without a proof pack is not measured; null where it has one, or a person allowed it. */
export async function unprovenProblem(
  treeRunner: TreeRunner,
  base: TreeHash,
  tree: TreeHash,
  runners: readonly ProjectRunner[],
): Promise<Refusal | null> {
  if (runners.every(isProven)) return null;
  const { files } = await treeRunner.diff(base, tree);
  const waived = await waivedRunners(treeRunner, base);
  const left = unprovenRunners(
    runners,
    files.map(({ path }) => path),
  ).filter(({ runner }) => !waived.includes(runner));
  const names = [...new Set(left.map(({ runner }) => runner))];
  if (names.length === 0) return null;
  return {
    code: 'LANGUAGE_UNPROVEN',
    message: `${names.join(', ')}: Assay can run these tests but cannot prove what they check: code written only to satisfy them would go unnoticed`,
    next: `A person who accepts that writes "unproven": ${JSON.stringify([...new Set([...waived, ...names])])} into .assay/config.json on main; every verdict will then say so. This was not counted.`,
  };
}

/** From the configuration at the base: runners without a proof pack that a person allows for measuring. */
export async function waivedRunners(treeRunner: Pick<TreeRunner, 'read'>, base: TreeHash): Promise<readonly string[]> {
  try {
    return AssayConfig.parse(JSON.parse((await treeRunner.read(base, CONFIG_PATH)) ?? '{}')).unproven ?? [];
  } catch {
    return [];
  }
}
