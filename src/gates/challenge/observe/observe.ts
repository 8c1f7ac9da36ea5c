import { randomBytes } from 'node:crypto';
import { posix } from 'node:path';
import type { TreeHash } from '#contracts/ids.ts';
import type { TestSelection } from '#contracts/test-run.ts';
import { profileFor } from '#project/test-runners/profiles.ts';
import type { TestFile } from '../../inventory/test-inventory.ts';
import type { TreeRunner } from '../../tree-runner.ts';
import type { ChangedCode } from '../changed-code.ts';
import { gatherRecords } from './gather-records.ts';
import type { Observation } from './observation.ts';
import type { Nudge, OtherAnswers } from './other-answers.ts';
import { planJavascript, planPython, type Watchable } from './plan-watch.ts';
import type { InsideQuestion } from './recorder-javascript.ts';
import { Seen, told } from './records.ts';

export interface ObserveOptions {
  /** Test files to watch, and to run. */
  readonly files: readonly TestFile[];
  /** Whether signs of a test are hidden from the changed code. */
  readonly masked: boolean;
  /** Whether the project's whole suite runs, as it would without us. */
  readonly whole?: true;
  /** Files whose assertions are told of, where not all are; of the rest only the bodies of tests. */
  readonly asserting?: ReadonlySet<string>;
  /** The changed functions return altered answers; failing assertions are recorded and skipped. */
  readonly altered?: OtherAnswers;
  /** Small alterations: for which functions, by their lasting ids. */
  readonly nudges?: ReadonlyMap<string, Nudge>;
  /** Calls from inside, by the functions' lasting ids. */
  readonly asking?: ReadonlyMap<string, readonly InsideQuestion[]>;
}

const OBSERVED_MS = 180_000;

export async function observe(
  treeRunner: TreeRunner,
  tree: TreeHash,
  code: Watchable,
  { files, masked, whole, asserting, altered, asking, nudges }: ObserveOptions,
  signal: AbortSignal,
): Promise<Observation> {
  const { runner } = code;
  const nonce = randomBytes(12).toString('hex');
  const at = `/tmp/${randomBytes(6).toString('hex')}`;
  const place = { nonce, at, masked, asserting, altered: altered ?? null, asking, nudges };
  const plan = isPython(code) ? planPython(code, files, place) : planJavascript(code, files, place);
  const select: TestSelection = whole
    ? { type: 'all' }
    : { type: 'files', files: files.map(({ path }) => posix.relative(runner.root, path)) };
  const limit = whole ? {} : { timeoutMs: OBSERVED_MS };
  const measured = await treeRunner.test(
    { tree, edits: plan.edits, runner, select, ...limit, channel: plan.channel },
    signal,
  );
  const { records, lost, foreign } = told(Seen, measured.heard, nonce);
  return {
    run: measured.value,
    evidence: measured.evidence,
    ...gatherRecords(plan, records, runner.root),
    broken: brokenBy(lost, foreign),
    overflow: measured.heard === null,
  };
}

export const isPython = ({ runner }: Pick<ChangedCode, 'runner'>): boolean =>
  profileFor(runner.runner).family === 'python';

function brokenBy(lost: boolean, foreign: number): string | null {
  if (foreign > 0) return 'something other than the gate wrote on its pipe';
  return lost ? 'records that were written are missing' : null;
}
