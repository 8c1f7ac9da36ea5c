import { accepted, both, refused, type Verdict } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { Bench, ProjectRunner } from '#gates/bench.ts';
import { challenge } from '#gates/challenge/challenge.ts';
import type { Examined } from '#gates/examined.ts';
import { leftoversIn } from '#gates/leftovers.ts';
import type { MutantBed } from '#gates/mutation/mutant-bed.ts';
import { workspaceBed } from '#gates/mutation/workspace-bed.ts';
import { adapterFor } from '#project/test-runners/adapters.ts';
import type { Project } from '../project/open-project.ts';

export type Examine = (bench: Bench, base: TreeHash, tree: TreeHash, signal: AbortSignal) => Promise<Examined>;

/** What can be measured about a whole change before eyes are asked for: leftovers, then the challenge. */
export const examineIn =
  (project: Project): Examine =>
  async (bench, base, tree, signal) => {
    const left = await leftovers(bench, base, tree);
    const asked = await challenge({ bench, base, tree, bed: (runner, of) => bedOf(project, runner, of) }, signal);
    return {
      findings: [...left.findings, ...asked.findings],
      doubts: asked.doubts,
      verdict: both(left.verdict, asked.verdict),
      ...(asked.unmeasured ? { unmeasured: asked.unmeasured } : {}),
    };
  };

async function leftovers(bench: Bench, base: TreeHash, tree: TreeHash) {
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
  const verdict: Verdict = first
    ? refused('leftovers', [first, ...rest], evidence, findings)
    : accepted('leftovers', evidence);
  return { findings, verdict };
}

/** Copies of the tree for mutants, with the project's own tool chain. */
function bedOf(
  { store, sandbox, repository, tools, scratch }: Project,
  runner: ProjectRunner,
  tree: TreeHash,
): MutantBed {
  const PATH = [...tools.path, '/usr/local/bin', '/usr/bin', '/bin'].join(':');
  return workspaceBed({
    ...{ store, sandbox, repository, tree, adapter: adapterFor(runner.runner), reports: scratch },
    root: runner.root,
    mounts: () => tools.mounts,
    env: { PATH },
  });
}
