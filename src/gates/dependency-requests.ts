import { z } from 'zod';
import type { LayerRequest } from '#contracts/dependencies.ts';
import { type Refusal, unmeasured } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { Proof, ProofOrder } from './proof.ts';
import type { TreeRunner } from './tree-runner.ts';

/** A new dependency that work needs: third-party code, so a person grants it before any of it is downloaded. */
export const DependencyRequest = z.object({
  key: z.string(),
  /** The tree that asks for it. */
  tree: z.string(),
  lockfile: z.string(),
  says: z.string(),
});
export type DependencyRequest = z.infer<typeof DependencyRequest>;

/** Requests that wait for a person, by their keys: `assay grant` shows them. */
export const OPEN_REQUESTS = 'dependency requests';
export const OpenRequests = z.array(DependencyRequest).catch([]);

export type FindRequests = (from: TreeHash, to: TreeHash) => Promise<readonly LayerRequest[]>;

/** Why a tree is not measured yet: a new dependency is missing. Null where it needs nothing new. */
export async function ungranted(
  treeRunner: Pick<TreeRunner, 'diff' | 'recall' | 'remember'>,
  find: FindRequests,
  { base, tree }: Pick<ProofOrder, 'base' | 'tree'>,
): Promise<Proof | null> {
  const { files } = await treeRunner.diff(base, tree);
  const changed = new Set(files.map(({ path }) => path));
  if (![...changed].some((path) => MANIFESTS.test(path))) return null;
  // The change does not request a dependency that main lacks too: the tree is measured with the installed ones.
  const asked = (await find(base, tree)).filter(({ lockfile }) => changed.has(lockfile));
  const [first] = asked;
  if (!first) return null;
  const known = OpenRequests.parse(await treeRunner.recall(OPEN_REQUESTS));
  const fresh = asked.map(({ key, lockfile, says }) => ({ key, tree, lockfile, says }));
  const keys = new Set(fresh.map(({ key }) => key));
  await treeRunner.remember(OPEN_REQUESTS, [...known.filter(({ key }) => !keys.has(key)), ...fresh]);
  const reason: Refusal = {
    code: 'DEPENDENCY_REQUESTED',
    message: asked.map(({ says }) => says).join(' '),
    next: `It was requested, and not counted. A person grants it with \`assay grant ${first.key}\`; then submit again, or do without it.`,
    file: first.lockfile,
  };
  return {
    verdict: unmeasured('dependencies', reason),
    ...{ failed: false, lock: null, run: null, output: reason.message },
  };
}

const MANIFESTS =
  /(^|\/)(package\.json|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|uv\.lock|requirements\.txt)$/;
