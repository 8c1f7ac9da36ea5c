import type { Project } from '#attempts/open-project.ts';
import { accepted, both, refused, type Verdict } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { challenge } from '#gates/challenge/challenge.ts';
import type { Examined } from '#gates/examined.ts';
import { leftoversIn } from '#gates/leftovers.ts';
import type { MutantCopies } from '#gates/mutation/mutant-copies.ts';
import { workspaceMutantCopies } from '#gates/mutation/workspace-mutant-copies.ts';
import type { ProjectRunner, TreeRunner } from '#gates/tree-runner.ts';
import { profileFor } from '#project/test-runners/profiles.ts';

export type Examine = (
  treeRunner: TreeRunner,
  base: TreeHash,
  tree: TreeHash,
  signal: AbortSignal,
) => Promise<Examined>;

/** What can be measured about a whole change before its review: leftovers, then the challenge. */
export const examineIn =
  (project: Project): Examine =>
  async (treeRunner, base, tree, signal) => {
    const left = await leftovers(treeRunner, base, tree);
    const asked = await challenge(
      { treeRunner, base, tree, copies: (runner, of) => copiesOf(project, runner, of) },
      signal,
    );
    return {
      findings: [...left.findings, ...asked.findings],
      doubts: asked.doubts,
      verdict: both(left.verdict, asked.verdict),
      ...(asked.unmeasured ? { unmeasured: asked.unmeasured } : {}),
    };
  };

async function leftovers(treeRunner: TreeRunner, base: TreeHash, tree: TreeHash) {
  const findings = leftoversIn(await treeRunner.diff(base, tree)).map((each) => ({ ...each, code: 'LEFTOVER' }));
  const summary = findings.length === 0 ? 'no leftovers' : `${findings.length} leftovers`;
  const evidence = [await treeRunner.keep('diff', summary, tree, { from: base, to: tree, findings })];
  const [first, ...rest] = findings.map(({ message, file, line, code }) => ({
    code,
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
export function copiesOf(
  { measuring, repository, tools, scratch }: Project,
  runner: ProjectRunner,
  tree: TreeHash,
): MutantCopies {
  const PATH = [...tools.path, '/usr/local/bin', '/usr/bin', '/bin'].join(':');
  return workspaceMutantCopies({
    ...{ sandbox: measuring, repository, tree, adapter: profileFor(runner.runner), reports: scratch },
    ...{ unit: runner, launch: runner.launch },
    root: runner.root,
    mounts: () => tools.mounts,
    env: { ...tools.env, PATH },
  });
}
