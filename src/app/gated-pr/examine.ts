import { accepted, refused } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { Bench } from '#gates/bench.ts';
import { leftoversIn } from '#gates/leftovers.ts';
import type { Examined } from '#workflows/gated-pr/sites/gatekeeper.ts';

/**
 * What can be measured about a whole change before eyes are asked for. Leftovers only, so far: the challenge
 * (src/gates/challenge: mutants of the changed lines, fresh inputs) joins here, with its findings and doubts.
 */
export async function examine(bench: Bench, base: TreeHash, tree: TreeHash, _signal: AbortSignal): Promise<Examined> {
  const findings = leftoversIn(await bench.diff(base, tree));
  const summary = findings.length === 0 ? 'no leftovers' : `${findings.length} leftovers`;
  const evidence = [await bench.keep('diff', summary, tree, { from: base, to: tree, findings })];
  const [first, ...rest] = findings.map(({ message, file, line }) => ({
    code: 'LEFTOVER',
    message,
    next: 'Take it out.',
    file,
    ...(line === null ? {} : { line }),
  }));
  const verdict = first ? refused('leftovers', [first, ...rest], evidence, findings) : accepted('leftovers', evidence);
  return { findings, doubts: [], verdict };
}
