import { lstat, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files of a tree as a run should find them; null is absent. */
export type FileEdits = ReadonlyMap<string, string | null>;

/**
 * Whether a checkout of a tree with these files written into it equals a checkout of the edited tree: git writes them
 * byte for byte where no attribute says otherwise, none is behind a link, and none declares dependencies. Then no tree
 * object is needed for a single use. `paths`: every file of the tree.
 */
export function canWriteInto(paths: readonly string[], edits: FileEdits): boolean {
  const files = new Set(paths);
  if (paths.some((path) => path === ATTRIBUTES || path.endsWith(`/${ATTRIBUTES}`))) return false;
  return [...edits.keys()].every((path) => files.has(path) && CODE.test(path) && !MANIFEST.test(path));
}

const ATTRIBUTES = '.gitattributes';
const CODE = /\.(?:[cm]?[jt]sx?|py)$/;
const MANIFEST = /(?:^|\/)(?:setup|noxfile|conanfile)\.py$/;

/** Only for a checkout in which nothing has run: none of its files is a link that the tree does not contain. */
export async function writeInto(folder: string, edits: FileEdits): Promise<void> {
  await Promise.all(
    [...edits].map(async ([path, text]) => {
      const at = join(folder, path);
      const found = await lstat(at);
      await rm(at);
      if (text === null) return;
      const isExecutable = found.isFile() && (found.mode & 0o100) !== 0;
      // As git makes them: subject to the umask.
      await writeFile(at, text, { flag: 'wx', mode: isExecutable ? 0o777 : 0o666 });
    }),
  );
}
