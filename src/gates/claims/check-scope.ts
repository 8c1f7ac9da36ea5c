import type { Refusal } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '../tree-runner.ts';

export interface ScopeOrder {
  readonly from: TreeHash;
  readonly to: TreeHash;
  /** The files this agent may change. */
  readonly may: readonly string[];
}

/** Whether an agent touched only its own files, judged by the diff and not by its statement. */
export async function checkScope(treeRunner: TreeRunner, { from, to, may }: ScopeOrder): Promise<Refusal[]> {
  const { files } = await treeRunner.diff(from, to);
  const touched = files.flatMap(({ path, oldPath }) => [path, ...(oldPath === undefined ? [] : [oldPath])]);
  const escaped = [...new Set(touched)].filter((path) => !may.includes(path));
  const odd = files
    .filter(({ path, kind, oldKind }) => may.includes(path) && isOdd(kind, oldKind))
    .map(({ path }) => path);
  return [
    ...escaped.map((path) => outside(path, may, 'is not this agent’s to change')),
    ...odd.map((path) => outside(path, may, 'is no longer a plain file')),
  ];
}

/** Through a link, a later write to the file would go somewhere else. */
const isOdd = (kind: string | null, oldKind: string | null): boolean =>
  kind !== null && kind !== 'file' && kind !== oldKind;

const outside = (path: string, may: readonly string[], why: string): Refusal => ({
  code: 'OUTSIDE_SCOPE',
  message: `${path} ${why}`,
  next: `Change only ${may.join(', ')}.`,
  file: path,
});
