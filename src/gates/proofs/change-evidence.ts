import { createTwoFilesPatch } from 'diff';
import type { EvidenceRef, Refusal } from '#contracts/gate.ts';
import type { ProofOrder } from '../proof.ts';
import type { TreeRunner } from '../tree-runner.ts';

const MOST_FILES = 20;
const MOST_CHARACTERS = 64_000;

/** The evidence of refusals made before anything ran: the change itself, in the files that they name. */
export async function changeEvidence(
  treeRunner: Pick<TreeRunner, 'read' | 'keep'>,
  { base, accepted, tree }: Pick<ProofOrder, 'base' | 'accepted' | 'tree'>,
  reasons: readonly Refusal[],
): Promise<EvidenceRef[]> {
  const files = [...new Set(reasons.flatMap(({ file }) => file ?? []))].slice(0, MOST_FILES);
  const patches: string[] = [];
  for (const file of files) {
    const after = await treeRunner.read(tree, file);
    const last = await treeRunner.read(accepted, file);
    // Configuration is compared with main, and may have changed in a step before this one.
    const before = last === after ? await treeRunner.read(base, file) : last;
    if (before !== after) patches.push(createTwoFilesPatch(`a/${file}`, `b/${file}`, before ?? '', after ?? ''));
  }
  if (patches.length === 0) return [];
  const patch = patches.join('\n').replaceAll(/^=+\n/gm, '').slice(0, MOST_CHARACTERS);
  return [
    await treeRunner.keep('diff', `the change of ${files.join(', ')}`, tree, { from: accepted, to: tree, patch }),
  ];
}
