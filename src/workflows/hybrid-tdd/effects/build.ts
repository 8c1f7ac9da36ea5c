import type { EvidenceRef, Refusal } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '#gates/tree-runner.ts';
import type { Spec } from '../spec.ts';
import { languageOf } from './parts.ts';

export interface Built {
  readonly problems: readonly Refusal[];
  readonly evidence: readonly EvidenceRef[];
}

const MOST = 2_000;

/** Checks a tree with its language's compiler or type checker, where the project has one. */
export async function buildOf(treeRunner: TreeRunner, spec: Spec, tree: TreeHash, signal: AbortSignal): Promise<Built> {
  const command = languageOf(spec).build(spec.implPath, await treeRunner.list(tree));
  if (command === null) return { problems: [], evidence: [] };
  const { value, evidence } = await treeRunner.run(tree, command, signal);
  if (value.outcome === 'exited' && value.exitCode === 0) return { problems: [], evidence: [evidence] };
  const line = [command.program, ...(command.args ?? [])].join(' ');
  const said = `${value.stdout.text}\n${value.stderr.text}`.trim().slice(0, MOST);
  const why = value.error?.message ?? (value.outcome === 'exited' ? `exit code ${value.exitCode}` : value.outcome);
  const problem = {
    code: 'BUILD_FAILED',
    message: `${line}: ${why}\n${said}`,
    next: 'Make it build.',
    file: spec.implPath,
  };
  return { problems: [problem], evidence: [evidence] };
}
