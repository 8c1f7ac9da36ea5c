import { accepted, type EvidenceRef, refused, unmeasured } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { Examined } from '../examined.ts';
import { compareInventories } from '../inventory/compare.ts';
import { inventoryOf } from '../inventory/test-inventory.ts';
import { idleDoubts, idleUnits } from '../ledger/idle-units.ts';
import type { MutantCopies } from '../mutation/mutant-copies.ts';
import { writtenNameOf } from '../proofs/is-run-of.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { waivedRunners } from '../unproven.ts';
import { askAgain, type Watched } from './ask-again.ts';
import { canFail } from './can-fail.ts';
import { canaries } from './canary.ts';
import { type ChangedCode, changedCode } from './changed-code.ts';
import { isCompiled } from './compiled/broken-languages.ts';
import { challengeCompiled } from './compiled-code.ts';
import { onlyLooks } from './component-scripts.ts';
import { judgeNarrow } from './fresh/narrow.ts';
import { innerFirst } from './inner-first.ts';
import { isLeftAside } from './lies-aside.ts';
import { noticedWhenBroken } from './noticed-when-broken.ts';
import { testValues } from './own-values/test-values.ts';
import { NOTHING, type Part, together, UNMEASURED } from './part.ts';
import { readByRunner } from './read-by-runner.ts';
import { oneSided } from './surroundings/one-sided.ts';
import { takenAway } from './taken-away.ts';
import { type Mutated, tryMutants } from './try-mutants.ts';
import { byUnit } from './units-of-change.ts';
import { allUnknown, mayStayUnmeasured, unknownFunctions, unmeasuredFiles, unmeasuredFunctions } from './unmeasured.ts';
import { usesUnmeasuredCode } from './uses-unmeasured-code.ts';

export interface ChallengeOrder {
  readonly treeRunner: TreeRunner;
  readonly base: TreeHash;
  readonly tree: TreeHash;
  readonly copies: (runner: ProjectRunner, tree: TreeHash) => MutantCopies;
  readonly limits?: Partial<ChallengeLimits>;
}

export interface ChallengeLimits {
  readonly mutants: number;
  /** For the mutants; the other parts are a handful of runs. */
  readonly mutantsMs: number;
  /** For finding out whether survivors make a difference. */
  readonly weighMs: number;
}

const LIMITS: ChallengeLimits = { mutants: 40, mutantsMs: 40_000, weighMs: 60_000 };
const GATE = 'challenge';
/** More is not read. */
const MOST_DOUBTS = 30;

/**
 * Whether a change could have been made for its tests only. Nothing here searches for known cheats: code is broken and
 * tests must notice; tests that must fail are added and must fail; calls are repeated elsewhere and must get the same
 * answers. What was measured is a finding, what only looks odd a doubt for the reviewer.
 */
export async function challenge(order: ChallengeOrder, signal: AbortSignal): Promise<Examined> {
  const { treeRunner, base, tree } = order;
  const limits = { ...LIMITS, ...order.limits };
  const parts: Part[] = [];
  const watchable = new Set<string>();
  const runners = await treeRunner.runners(base);
  const codes: ChangedCode[] = [];
  for (const runner of runners) {
    if (isCompiled(runner)) parts.push(await challengeCompiled(treeRunner, { base, tree }, runner, signal, runners));
    else codes.push(await changedCode(treeRunner, base, tree, runner));
  }
  for (const { sources, sameProgram } of codes)
    for (const path of [...sources.map((source) => source.path), ...sameProgram]) watchable.add(path);
  const asked: Asked[] = [];
  for (const code of byUnit(codes)) {
    if (code.sources.length === 0 && code.tests.length === 0) continue;
    const [caged, failing, watched, read] = await Promise.all([
      canaries(treeRunner, tree, code, signal),
      canFail(treeRunner, { base, tree }, code, signal),
      askAgain(treeRunner, { base, tree }, code, signal),
      readByRunner(treeRunner, { base, tree }, code, signal),
    ]);
    const { mutants: limit, mutantsMs: ms, weighMs } = limits;
    const mutants = { treeRunner, base, tree, copies: order.copies, limit, ms, weighMs };
    const mutated = await tryMutants(mutants, code, watched, signal);
    // A failure of the machine or the runner is reported as such, not as unmeasurable work.
    const failed = caged.unmeasured ?? watched.unmeasured ?? mutated.unmeasured;
    if (!failed) asked.push({ code, watched, mutated });
    const values = await testValues(treeRunner, { base, tree }, code, signal);
    const narrow = await judgeNarrow(treeRunner, base, code.runner, watched.narrow);
    const sides = await oneSided(treeRunner, tree, code, watched.variables, signal);
    parts.push(caged, failing, watched, read, mutated, values, narrow, sides);
  }
  for (const one of asked) parts.push(await unmeasuredIn(order, runners, one, asked, signal));
  const diff = await treeRunner.diff(base, tree);
  for (const path of await onlyLooks(treeRunner, tree, diff)) watchable.add(path);
  const unproven = await waivedRunners(treeRunner, base);
  const most = unproven.length > 0 ? Number.POSITIVE_INFINITY : await mayStayUnmeasured(treeRunner, base);
  parts.push(unmeasuredFiles(diff, runners, watchable, most), await usesUnmeasuredCode(treeRunner, order, runners));
  parts.push(await takenAway(treeRunner, order, runners));
  if (unproven.length > 0)
    parts.push({
      ...NOTHING,
      doubts: [
        `LANGUAGE_UNPROVEN: ${unproven.join(', ')} count by a person’s word; ${
          unproven.every((runner) => isCompiled({ runner }))
            ? 'their code was broken and tests noticed, but it was not called outside its tests'
            : 'nothing of their code was challenged'
        }`,
      ],
    });
  const { findings, doubts, evidence } = together(parts);
  const idle = idleDoubts(await idleUnits(treeRunner, base));
  const all = [...idle, ...(await testsChanged(treeRunner, base, tree)), ...new Set(doubts)];
  const said =
    all.length > MOST_DOUBTS ? [...all.slice(0, MOST_DOUBTS), `… and ${all.length - MOST_DOUBTS} more`] : all;
  const unasked = parts.find((part) => part.unmeasured)?.unmeasured;
  const verdict =
    unasked && findings.length === 0 ? unmeasured(GATE, unasked, evidence) : verdictOf(findings, evidence);
  return { findings, doubts: said, verdict, ...(unasked ? { unmeasured: unasked } : {}) };
}

/** The result of the challenge under one of the project's runners. */
interface Asked {
  readonly code: ChangedCode;
  readonly watched: Watched;
  readonly mutated: Mutated;
}

/** Functions of which nothing is known, by this runner or by another that is responsible for them. */
async function unmeasuredIn(
  { treeRunner, base, tree }: ChallengeOrder,
  runners: readonly ProjectRunner[],
  one: Asked,
  all: readonly Asked[],
  signal: AbortSignal,
): Promise<Part> {
  const { code, watched, mutated } = one;
  const elsewhere = allUnknown(code, watched, mutated)
    .filter(({ path, each }) => all.some((other) => other !== one && knows(other, path, each.name)))
    .map(({ path, each }) => ({ path, name: each.name }));
  const died = [...mutated.died, ...elsewhere];
  const isAside = (path: string): boolean => code.sources.some((each) => each.path === path && isLeftAside(each));
  const noticed = await innerFirst(
    (known) =>
      allUnknown(code, watched, { ...mutated, died: [...died, ...known] }).filter(({ path }) => !isAside(path)),
    (some) => noticedWhenBroken(treeRunner, { tree, runners }, code, some, signal),
  );
  const known = { ...mutated, died: [...died, ...noticed] };
  return unmeasuredFunctions(code, watched, known, await mayStayUnmeasured(treeRunner, base));
}

const knows = ({ code, watched, mutated }: Asked, path: string, name: string): boolean =>
  code.sources.some((source) => source.path === path && source.functions.some((each) => each.name === name)) &&
  !unknownFunctions(code, watched, mutated).some((open) => open.path === path && open.each.name === name);

function verdictOf(findings: Examined['findings'], evidence: readonly EvidenceRef[]): Examined['verdict'] {
  const [first, ...rest] = findings.map(({ message, file, line, code }) => ({
    code: code ?? 'CHALLENGE_FAILED',
    message,
    next:
      code === UNMEASURED ? 'Make it measurable as described, or ask a person to waive it.' : 'Fix it as described.',
    file,
    ...(line === null ? {} : { line }),
  }));
  return first ? refused(GATE, [first, ...rest], evidence, findings) : accepted(GATE, evidence);
}

/** A RED step may change a test; that one was changed is for the reviewer to judge. */
async function testsChanged(treeRunner: TreeRunner, base: TreeHash, tree: TreeHash): Promise<string[]> {
  const runners = await treeRunner.runners(base);
  const change = compareInventories(
    await inventoryOf(treeRunner, base, runners),
    await inventoryOf(treeRunner, tree, runners),
  );
  return [
    ...change.changed.map(({ before }) => `${writtenNameOf(before)} was changed: does it still check the same?`),
    ...change.removed.map((test) => `${writtenNameOf(test)} was removed or renamed`),
    ...(await rewritten(treeRunner, base, tree, change.opaque)),
    ...change.around.slice(0, 5).map(({ file, what }) => `${file}: around existing tests, ${what}`),
  ];
}

/** Test files in languages that are not parsed, from which something was removed. */
async function rewritten(
  treeRunner: TreeRunner,
  base: TreeHash,
  tree: TreeHash,
  opaque: readonly string[],
): Promise<string[]> {
  if (opaque.length === 0) return [];
  const { files } = await treeRunner.diff(base, tree);
  return files
    .filter(({ path, deleted }) => opaque.includes(path) && deleted > 0)
    .map(
      ({ path, deleted }) =>
        `${path}: ${deleted} lines of tests were changed or removed: do they still check the same?`,
    );
}
