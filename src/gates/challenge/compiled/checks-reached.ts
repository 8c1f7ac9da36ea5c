import { randomBytes } from 'node:crypto';
import type { TreeHash } from '#contracts/ids.ts';
import { PIPE, type ProjectRunner, type TreeRunner } from '../../tree-runner.ts';
import { Seen, told } from '../observe/records.ts';
import { NOTHING, type Part } from '../part.ts';
import { type MarkedCheck, markGo, markRust } from './mark-checks.ts';

export interface ChecksOrder {
  readonly treeRunner: TreeRunner;
  readonly base: TreeHash;
  readonly tree: TreeHash;
  readonly runner: ProjectRunner;
  /** Files that the change touches and that are or contain tests. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly timeoutMs: number;
}

/**
 * Every new check of a test must be reached while the tests pass: in Go the `if` before a `t.Fatal`, in Rust an
 * `assert!` that has held. A check over no cases, in a goroutine that is not awaited, or whose panic is caught, checks
 * nothing.
 */
export async function checksReached(order: ChecksOrder, signal: AbortSignal): Promise<Part> {
  const { treeRunner, base, tree, runner, files, timeoutMs } = order;
  const at = `/tmp/${randomBytes(6).toString('hex')}`;
  const nonce = randomBytes(12).toString('hex');
  const mark = { nonce, pipe: `${at}/${PIPE}`, key: `k${randomBytes(4).toString('hex')}` };
  const edits = new Map<string, string>();
  const checks: MarkedCheck[] = [];
  for (const { path, text } of files) {
    const before = (await treeRunner.read(base, path)) ?? '';
    const made = runner.runner === 'go test' ? await markGo(path, text, mark) : await markRust(path, text, mark);
    const news = made.checks.filter(({ line }) => !before.includes((text.split('\n')[line - 1] ?? '').trim()));
    if (news.length === 0) continue;
    checks.push(...news);
    for (const [file, words] of made.edits) edits.set(file, words);
  }
  if (checks.length === 0) return NOTHING;
  const marked = await treeRunner.write(tree, edits);
  const { value, evidence, heard } = await treeRunner.test(
    { tree: marked, of: tree, runner, select: { type: 'all' }, timeoutMs, channel: { at, files: {} } },
    signal,
  );
  const doubt = 'which checks the tests reached could not be observed';
  if (value.outcome.type !== 'ran' || heard === null || heard === undefined)
    return { ...NOTHING, doubts: [doubt], evidence: [evidence] };
  const reached = new Set(told(Seen, heard, nonce).records.flatMap((each) => (each.k === 'a' ? [each.i] : [])));
  if (reached.size === 0) return { ...NOTHING, doubts: [doubt], evidence: [evidence] };
  return {
    ...NOTHING,
    evidence: [evidence],
    findings: checks
      .filter(({ id }) => !reached.has(id))
      .slice(0, 5)
      .map(({ path, line }) => ({
        ...{ file: path, line, severity: 'critical', code: 'ASSERTION_UNREACHED' },
        message: `tests of ${path} pass, but the check in line ${line} was never seen to hold: it is never reached, or its panic is caught. Make every run of the test reach it; if it is meant for another platform, a person can waive this`,
      })),
  };
}
