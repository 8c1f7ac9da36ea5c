import type { EvidenceRef, Refusal } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { changedCode } from '../challenge/changed-code.ts';
import { gutted } from '../challenge/gut-edits.ts';
import type { Correction } from '../inventory/corrections.ts';
import type { ProofOrder } from '../proof.ts';
import { isBesideTests } from '../tamper/beside-tests.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { writtenNameOf } from './is-run-of.ts';
import type { AskedMore } from './passing.ts';
import type { ProofInputs } from './proof-inputs.ts';
import { type RedOutcome, testOutcomeOn } from './test-outcome.ts';

/**
 * Whether corrected tests still check what they checked. On main's code each must be red, as its RED step required; and
 * where the changed functions return nonsense each must notice. One that never did is excused: the accepted version is
 * measured the same way.
 */
export async function stillRed(
  treeRunner: TreeRunner,
  order: ProofOrder,
  { runners }: Pick<ProofInputs, 'runners'>,
  corrected: readonly Correction[],
  signal: AbortSignal,
): Promise<AskedMore> {
  const { base, accepted, tree } = order;
  if (corrected.length === 0) return { problems: [] };
  const isBeside = isBesideTests(runners);
  const asideIn = async (from: TreeHash, to: TreeHash): Promise<string[]> =>
    (await treeRunner.diff(from, to)).files
      .flatMap(({ path, oldPath }) => (oldPath === undefined ? [path] : [path, oldPath]))
      .filter(isBeside);
  const hollow = await nonsense(treeRunner, order, { runners });
  const places: Place[] = [
    {
      says: 'is no longer red on main’s code',
      holding: async (tests) => treeRunner.overlay(base, tests, await asideIn(base, tests)),
      rank: (fare) => RANKS[fare],
    },
    ...(hollow === null
      ? []
      : [
          {
            says: 'still passes when this PR’s code returns nonsense',
            holding: async (tests: TreeHash) => treeRunner.overlay(hollow, tests, await asideIn(hollow, tests)),
            rank: (fare: RedOutcome) => (fare === 'passes' ? 0 : 2),
          },
        ]),
  ];
  const problems: Refusal[] = [];
  const evidence: EvidenceRef[] = [];
  let asked = corrected;
  for (const { says, holding, rank } of places) {
    if (asked.length === 0) break;
    const ask = async (tests: TreeHash, which: readonly Correction[], of: 'was' | 'is') => {
      const on = { base, tree: await holding(tests), runners };
      const outcome = await testOutcomeOn(
        treeRunner,
        on,
        which.map((each) => each[of]),
        signal,
      );
      evidence.push(...outcome.evidence);
      return outcome;
    };
    const now = await ask(tree, asked, 'is');
    if (now.unmeasured) return { problems, evidence, unmeasured: now.unmeasured };
    const rankNow = ({ is }: Correction): number => rank(now.of.get(is) ?? 'passes');
    const doubtful = asked.filter((each) => rankNow(each) < 2);
    if (doubtful.length === 0) continue;
    const then = await ask(accepted, doubtful, 'was');
    if (then.unmeasured) return { problems, evidence, unmeasured: then.unmeasured };
    const weaker = doubtful.filter((each) => rankNow(each) < rank(then.of.get(each.was) ?? 'passes'));
    asked = asked.filter((each) => !weaker.includes(each));
    problems.push(...weaker.map(({ is }) => weakened(writtenNameOf(is), is.file, says)));
  }
  return { problems, evidence };
}

interface Place {
  readonly says: string;
  /** That code, with the tests of a given tree. */
  readonly holding: (tests: TreeHash) => Promise<TreeHash>;
  readonly rank: (fare: RedOutcome) => number;
}

const RANKS: Readonly<Record<RedOutcome, number>> = { passes: 0, wrong: 1, red: 2 };

/** The tree with every function of the change gutted; null where there is none. */
async function nonsense(
  treeRunner: TreeRunner,
  { base, tree }: ProofOrder,
  { runners }: Pick<ProofInputs, 'runners'>,
): Promise<TreeHash | null> {
  const edits = new Map<string, string>();
  for (const runner of runners) {
    for (const source of (await changedCode(treeRunner, base, tree, runner)).sources) {
      const text = await gutted(source, 'nonsense');
      if (text !== null) edits.set(source.path, text);
    }
  }
  return edits.size === 0 ? null : treeRunner.write(tree, edits);
}

const weakened = (test: string, file: string, says: string): Refusal => ({
  code: 'TEST_WEAKENED',
  message: `${test} was changed and ${says}`,
  next: 'Fix what the finding names, and keep what the test asserts as it was accepted.',
  file,
});
