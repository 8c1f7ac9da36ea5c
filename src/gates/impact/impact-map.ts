import { z } from 'zod';
import type { TreeHash } from '#contracts/ids.ts';
import { TreeHash as TreeHashSchema } from '#contracts/ids.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';

/** Which files each test file of a runner reaches, as observed on main. Paths are from the project's top. */
export const ImpactMap = z.object({
  tree: TreeHashSchema,
  /** Every file whose users are known. */
  files: z.array(z.string()),
  /** By test file: places in `files`. */
  tests: z.record(z.string(), z.array(z.number().int().nonnegative())),
  /** Files that the runner itself loads, or whose test is unknown. */
  shared: z.array(z.string()),
  /** Test files that a map cannot cover: they start programs or list folders, or were not observed. */
  always: z.array(z.string()),
});
export type ImpactMap = z.infer<typeof ImpactMap>;

/** A map, or why there is none. */
export const KnownImpact = z.union([ImpactMap, z.object({ tree: TreeHashSchema, why: z.string() })]);
export type KnownImpact = z.infer<typeof KnownImpact>;

/** The newest map of a runner. It is valid for later trees too: the question is what changed since. */
export const impactName = ({ runner, root }: Pick<ProjectRunner, 'runner' | 'root'>): string =>
  `what test files of ${runner} in ${root} reach`;

export async function recallImpact(
  treeRunner: Pick<TreeRunner, 'recall'>,
  runner: Pick<ProjectRunner, 'runner' | 'root'>,
): Promise<KnownImpact | null> {
  const kept = KnownImpact.safeParse(await treeRunner.recall(impactName(runner)));
  return kept.success ? kept.data : null;
}

/** What was observed: for each test file the files it reached. */
export function impactMap(
  tree: TreeHash,
  files: readonly string[],
  reached: ReadonlyMap<string, ReadonlySet<string>>,
  { shared, always }: { readonly shared: Iterable<string>; readonly always: Iterable<string> },
): ImpactMap {
  const places = new Map(files.map((path, at) => [path, at]));
  const tests = [...reached].map(([test, own]) => {
    const known = [...own].flatMap((path) => places.get(path) ?? []);
    return [test, known.sort((a, b) => a - b)] as const;
  });
  return {
    ...{ tree, files: [...files], tests: Object.fromEntries(tests) },
    ...{ shared: [...new Set(shared)].sort(), always: [...new Set(always)].sort() },
  };
}
