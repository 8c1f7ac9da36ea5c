import type { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '../../tree-runner.ts';
import type { ChangedCode } from '../changed-code.ts';
import { askOutside, type OutsideAskOptions, type OutsideQuestion, withoutTests } from '../observe/ask-outside.ts';
import type { AskedBoth } from '../observe/differences.ts';
import { brief } from '../part.ts';
import { calledIn, changedText, type OfTests } from './ask-fresh.ts';
import { type BothAnswers, isolated } from './isolated.ts';
import type { Narrow } from './narrow.ts';
import { neighbours, type Value } from './neighbours.ts';

const MOST_CHANGED = 8;

/**
 * Functions whose change makes a difference for the inputs of their tests, and for nothing near them: main gets the
 * same calls in a plain process, then both get similar inputs.
 */
export async function onlyTested(
  treeRunner: TreeRunner,
  { base, bare }: { readonly base: TreeHash; readonly bare: TreeHash },
  code: ChangedCode,
  { asked, options }: { readonly asked: readonly AskedBoth[]; readonly options: OutsideAskOptions },
  signal: AbortSignal,
): Promise<Narrow[]> {
  const plain = asked.filter(({ call, outside }) => !call.composed && outside !== null);
  const functions = calledIn(
    code,
    plain.map(({ call, outside }) => ({ ...call, outcome: outside ?? '' })),
  );
  if (functions.length === 0) return [];
  const main = await withoutTests(treeRunner, base, code);
  const ask = async (tree: TreeHash, inputs: readonly Input[]): Promise<readonly (string | null)[]> =>
    (await askOutside(treeRunner, tree, code, inputs.map(questionOf), options, signal)).outcomes;
  const own = functions.flatMap((of) => of.calls.map(({ args, outcome }) => ({ of, args, after: outcome })));
  const mains = await ask(main, own);
  const tested = own.map((each, n) => ({ ...each, before: mains[n] ?? null }));
  const near = functions.flatMap((of) =>
    tested
      .filter((each) => each.of === of && each.before !== null && each.before !== each.after)
      .slice(0, MOST_CHANGED)
      .flatMap(({ args }) => neighbours(args).map((each) => ({ of, args: each }))),
  );
  if (near.length === 0) return [];
  const [now, then] = await Promise.all([ask(bare, near), ask(main, near)]);
  const compared = near.map((each, n) => ({ ...each, after: now[n] ?? null, before: then[n] ?? null }));
  const sourceOf = ({ module }: OfTests): string =>
    code.sources
      .filter(({ path }) => path === module)
      .map(changedText)
      .join('\n');
  return functions.flatMap((of) => narrowOf(of, isOf(tested, of), isOf(compared, of), sourceOf(of)));
}

interface Input {
  readonly of: OfTests;
  readonly args: readonly Value[];
}

const questionOf = ({ of: { module, name, wrap }, args }: Input): OutsideQuestion => ({
  module,
  name,
  args: wrap(args),
});

const isOf = <T extends Input>(all: readonly T[], of: OfTests): T[] => all.filter((each) => each.of === of);

function narrowOf(
  { module, line, label, calls }: OfTests,
  tested: BothAnswers[],
  near: BothAnswers[],
  source: string,
): Narrow[] {
  // An input that a test uses too does not count as near it.
  const known = new Set(calls.map(({ args }) => JSON.stringify(args)));
  const fresh = near.filter(({ args }) => !known.has(JSON.stringify(args)));
  const found = isolated(tested, fresh, source);
  if (found === null) return [];
  const words = brief(found.words.map((word) => JSON.stringify(word)).join(', '));
  const message = `${label} differs from main for ${words}, which its tests use, and for nothing near them: ${fresh.length} other inputs give the same as on main.`;
  return [{ file: module, line, message, words: found.words }];
}
