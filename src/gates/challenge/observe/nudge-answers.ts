import type { Finding } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TestFile } from '../../inventory/test-inventory.ts';
import type { TreeRunner } from '../../tree-runner.ts';
import type { ChangedCode } from '../changed-code.ts';
import { newsOf } from '../news.ts';
import type { Said } from '../part.ts';
import type { Observation } from './observation.ts';
import { observe } from './observe.ts';
import { type Nudge, WAYS } from './other-answers.ts';
import { lastingId } from './plan-watch.ts';
import { otherWords, type TakenAnswer, unnoticedPlaces } from './says-little.ts';

/** Each is a run of the tests that the change touches. */
const MOST_RUNS = 24;
/** This many are tried on a slow machine, too. */
const FEWEST_RUNS = 8;
const MOST_MS = 120_000;
const MOST_FINDINGS = 5;

/**
 * The same tests with one place of one function's answers changed by one step, up and down, or to another value that
 * occurs in the tests. If no test notices, none specifies the value there.
 */
export async function nudgeAnswers(
  treeRunner: TreeRunner,
  tree: TreeHash,
  code: ChangedCode,
  {
    files,
    taken,
    seen,
  }: {
    readonly files: readonly TestFile[];
    readonly taken: readonly TakenAnswer[];
    readonly seen: Pick<Observation, 'assertions'>;
  },
  signal: AbortSignal,
): Promise<Said> {
  const findings: Finding[] = [];
  const doubts: string[] = [];
  const untried: TakenAnswer[] = [];
  const begun = performance.now();
  let runs = 0;
  for (const each of taken) {
    const words = otherWords(each, seen, files);
    for (const way of WAYS) {
      if (findings.length >= MOST_FINDINGS) break;
      if (runs >= MOST_RUNS || (runs >= FEWEST_RUNS && performance.now() - begun > MOST_MS)) {
        untried.push(each);
        break;
      }
      runs += 1;
      const nudges = new Map<string, Nudge>([[lastingId(each.function.id), { leaf: each.leaf, way, words }]]);
      const near = await observe(treeRunner, tree, code, { files, masked: false, altered: 'near', nudges }, signal);
      const found = unnoticedPlaces(each, way, near, code.runner.root, newsOf(code));
      if (!found) continue;
      if (isOfChange(each, code)) findings.push(found);
      else doubts.push(`${found.file}: ${found.message}`);
      break;
    }
  }
  const names = [...new Set(untried.map(({ function: { name }, leaf }) => `${name}${leaf}`))];
  if (names.length > 0)
    doubts.push(
      `whether tests check what ${names.slice(0, 5).join(', ')} return was not tried: there was too much of it`,
    );
  return { findings, doubts };
}

/** An existing field of an old function may have been untested before; so may the elements of a list. */
const isOfChange = (
  { leaf, function: { path, line } }: TakenAnswer,
  { sources }: Pick<ChangedCode, 'sources'>,
): boolean =>
  leaf === '' ||
  (!leaf.endsWith('[]') &&
    sources.some(
      (source) =>
        source.path === path && (source.lines?.some(({ first, last }) => first <= line && last >= line) ?? true),
    ));
