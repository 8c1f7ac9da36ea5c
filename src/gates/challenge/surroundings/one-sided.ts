import { posix } from 'node:path';
import type { Finding } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { patience } from '../../ledger/patience.ts';
import type { TreeRunner } from '../../tree-runner.ts';
import type { ChangedCode } from '../changed-code.ts';
import { liesAside } from '../lies-aside.ts';
import { NOTHING, type Part, UNMEASURED } from '../part.ts';
import type { KnownVariables, Look } from './look.ts';
import { isChangedLook, looksOf } from './surroundings.ts';

/** Each costs two runs of the touched tests. */
const MOST_CONDITIONS = 3;

/**
 * Conditions of the change that look at the surroundings (the clock, the machine, a file of a fixed name) are put to true,
 * then to false. Where the tests pass with the one and not with the other, they have seen one side only, and what is done
 * on the other is not known: it may be what the code does everywhere but here.
 */
export async function oneSided(
  treeRunner: TreeRunner,
  tree: TreeHash,
  { runner, sources, tests }: ChangedCode,
  variables: KnownVariables,
  signal: AbortSignal,
): Promise<Part> {
  const found: { path: string; text: string; look: Look; python: boolean }[] = [];
  for (const source of sources.filter(({ path }) => !liesAside(path))) {
    const known = new Set<number>();
    for (const look of await looksOf(source, variables)) {
      const at = look.condition?.start;
      if (at === undefined || known.has(at) || !isChangedLook(source, look)) continue;
      known.add(at);
      found.push({ path: source.path, text: source.text, look, python: source.language === 'python' });
    }
  }
  if (found.length === 0 || tests.length === 0) return NOTHING;
  const timeoutMs = await patience(treeRunner, tree, runner);
  const files = tests.map(({ path }) => posix.relative(runner.root, path));
  const passes = async (path: string, text: string): Promise<boolean> => {
    const edited = await treeRunner.write(tree, new Map([[path, text]]));
    const { value } = await treeRunner.test(
      { tree: edited, runner, select: { type: 'files', files }, timeoutMs },
      signal,
    );
    return (
      value.outcome.type === 'ran' && value.tests.length > 0 && value.tests.every(({ state }) => state !== 'failed')
    );
  };
  const findings: Finding[] = [];
  for (const { path, text, look, python } of found.slice(0, MOST_CONDITIONS)) {
    const { start = 0, end = 0 } = look.condition ?? {};
    const put = (value: boolean): string =>
      `${text.slice(0, start)}${python ? (value ? '(True)' : '(False)') : `(${value})`}${text.slice(end)}`;
    const [yes, no] = [await passes(path, put(true)), await passes(path, put(false))];
    if (yes !== no) findings.push(findingOf(path, look, yes));
  }
  return { ...NOTHING, findings };
}

const findingOf = (file: string, { line, what }: Look, side: boolean): Finding => ({
  ...{ file, line, severity: 'major', code: UNMEASURED },
  message: `what is done here is decided by the surroundings (${what}), and the tests have seen it ${side ? 'hold' : 'not hold'} only: nothing is known of the other side. Test both, by giving the code what it looks at; a person can waive this`,
});
