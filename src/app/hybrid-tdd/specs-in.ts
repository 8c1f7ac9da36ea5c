import type { FileView } from '#project/toolchain/file-view.ts';
import { readSpec } from '#workflows/hybrid-tdd/read-spec.ts';

const MOST = 20;

/** Files of a repository that are named like a spec and parse as one. */
export const specsIn = (view: FileView): string[] =>
  view.paths
    .filter((path) => /spec[^/]*\.(ya?ml|json|md)$/i.test(path) || /(^|\/)specs?\/[^/]+\.(ya?ml|json|md)$/i.test(path))
    .slice(0, MOST)
    .filter((path) => readSpec(view.read(path) ?? '').ok);
