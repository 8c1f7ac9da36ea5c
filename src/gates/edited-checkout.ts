import { lstat, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files of a tree as a run is to find them; null is absent. */
export type FileEdits = ReadonlyMap<string, string | null>;

/**
 * Whether a checkout of a tree with these files written into it is what a checkout of the edited tree would be: git
 * writes them byte for byte where no attribute says otherwise, nothing is behind a link, and no dependency is named in
 * them. Then nothing has to be made of a tree that is used once. `paths`: every file of the tree.
 */
export function canWriteInto(paths: readonly string[], edits: FileEdits): boolean {
  const files = new Set(paths);
  if (paths.some((path) => path === ATTRIBUTES || path.endsWith(`/${ATTRIBUTES}`))) return false;
  return [...edits.keys()].every((path) => files.has(path) && CODE.test(path) && !MANIFEST.test(path));
}

const ATTRIBUTES = '.gitattributes';
const CODE = /\.(?:[cm]?[jt]sx?|py)$/;
const MANIFEST = /(?:^|\/)(?:setup|noxfile|conanfile)\.py$/;

/** Only for a checkout that nothing has run in: no file of it is a link that the tree does not name. */
export async function writeInto(folder: string, edits: FileEdits): Promise<void> {
  await Promise.all(
    [...edits].map(async ([path, text]) => {
      const at = join(folder, path);
      const found = await lstat(at);
      await rm(at);
      if (text === null) return;
      const isExecutable = found.isFile() && (found.mode & 0o100) !== 0;
      // As git makes them: the umask takes its share.
      await writeFile(at, text, { flag: 'wx', mode: isExecutable ? 0o777 : 0o666 });
    }),
  );
}
