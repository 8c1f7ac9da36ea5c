import type { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '../tree-runner.ts';
import type { ChangedCode } from './changed-code.ts';
import { lostByChange, runBare } from './lost-by-change.ts';
import { lost } from './observe/judge-run.ts';
import type { Observation } from './observe/observation.ts';
import { observe } from './observe/observe.ts';
import { type Said, UNMEASURED } from './part.ts';

/**
 * Tests that pass on the code as it is written, and not when the same code is rewritten. A test that main has too, and
 * that cannot be watched there either, is not about the change.
 */
export async function onlyAsWritten(
  treeRunner: TreeRunner,
  { base, tree }: { readonly base: TreeHash; readonly tree: TreeHash },
  code: ChangedCode,
  { files, seen }: { readonly files: ChangedCode['tests']; readonly seen: Observation },
  signal: AbortSignal,
): Promise<Said> {
  const { outcome, tests } = seen.run;
  if (outcome.type === 'ran' && tests.every(({ state }) => state !== 'failed')) return NOTHING_SAID;
  const bare = await runBare(treeRunner, tree, code, files, signal);
  const gone = lost(bare, seen.run);
  if (gone.length === 0) return NOTHING_SAID;
  const again = await observe(treeRunner, tree, code, { files, masked: false }, signal);
  const steady = lost(bare, again.run).filter((id) => gone.includes(id));
  const watching = { files, masked: false, ran: bare, ids: steady };
  const [first] = await lostByChange(treeRunner, { base, tree }, code, watching, signal);
  if (first === undefined) return NOTHING_SAID;
  const message = `${first} passes as written but fails when the same code is instrumented: it depends on the text of the code, or cannot run while watched, so its result proves nothing. Test what the code does; a person can waive this`;
  return {
    findings: [{ ...{ file: code.sources[0]?.path ?? '', line: null, severity: 'major', code: UNMEASURED }, message }],
    doubts: [],
  };
}

const NOTHING_SAID: Said = { findings: [], doubts: [] };
