import { AssayError } from '#contracts/errors.ts';
import { nearestNames } from '#host/nearest-names.ts';
import { PROFILES } from '#project/test-runners/profiles.ts';
import type { FileView } from '#project/toolchain/file-view.ts';
import { readPlan } from '#workflows/gated-pr/plan.ts';
import type { GitFacts } from './git-facts.ts';

/** A person's choices must exist; a mistake is reported before anything is written. */
export function checkMain(name: string, { branches }: GitFacts): string {
  if (branches.includes(name)) return name;
  const known = branches.length === 0 ? 'there is no branch' : `the branches are: ${branches.slice(0, 8).join(', ')}`;
  throw new AssayError('REPOSITORY_UNFIT', `there is no branch ${name}`, {
    next: `Name another with --main; ${known}.`,
  });
}

export function checkPlanPath(path: string, view: FileView): string {
  const plain = path.replace(/^\.\//, '');
  const text = view.read(plain);
  if (text === null) {
    throw new AssayError('FILE_MISSING', `there is no plan at ${plain}`, {
      next: 'Write it first: one heading for each PR (`## PR 1: Parse dates`) or a check list (`- [ ] Parse dates`).',
    });
  }
  const { items, problems } = readPlan(text);
  if (items.length > 0 && problems.length === 0) return plain;
  throw new AssayError('CONFIG_INVALID', `${plain} cannot be read as a plan: ${problems.join('; ')}`, {
    next: `Correct it; \`assay plan check ${plain}\` shows how it is read.`,
  });
}

export function checkRunners(names: readonly string[]): readonly string[] {
  const unknown = names.find((name) => !PROFILES.has(name));
  if (unknown === undefined) return names;
  const known = [...PROFILES.keys()];
  const [near] = nearestNames(unknown, known);
  throw new AssayError('USAGE', `Assay knows no test runner ${unknown}`, {
    next: near === undefined ? `It knows: ${known.join(', ')}.` : `Did you mean ${near}?`,
  });
}
