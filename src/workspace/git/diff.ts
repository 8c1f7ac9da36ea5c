import type { TreeHash } from '#contracts/ids.ts';
import type { Diff, DiffFile, DiffLimits } from '#contracts/workspace.ts';
import type { Vault } from '../vault/vault.ts';
import { gitBytes, must } from './git.ts';
import { parsePatch } from './patch.ts';
import { parseRawDiff, type RawFile } from './raw-diff.ts';

const TOTAL_BYTES = 4 * 1024 ** 2;
const BYTES_PER_FILE = 64 * 1024;
/** Rename detection is quadratic; beyond this many files a rename is a deletion and an addition. */
const RENAMES = ['-M', '-l1000'];
const PLAIN = ['-r', '--no-ext-diff', '--no-textconv', '--no-color', '--ignore-submodules=none'];

/** The changes between two trees. All files are named, however many; hunks are limited. */
export async function diffTrees(vault: Vault, from: TreeHash, to: TreeHash, limits: DiffLimits = {}): Promise<Diff> {
  const { totalBytes = TOTAL_BYTES, bytesPerFile = BYTES_PER_FILE } = limits;
  const { raw, patch, cut } = await rawAndPatch(vault, from, to, totalBytes);
  const blocks = parsePatch(patch.subarray(0, totalBytes).toString('utf8'), bytesPerFile);
  const last = blocks.at(-1);
  if ((cut || patch.length > totalBytes) && last) last.truncated = true;
  const next = (): { hunks: DiffFile['hunks']; truncated: boolean } => blocks.shift() ?? { hunks: [], truncated: true };
  const files = raw.map(({ bytes: _, ...file }): DiffFile => {
    const first = next();
    if (file.status !== 'type-changed') return { ...file, ...first };
    const second = next(); // a file that became a link is removed in one block and added in the next
    return { ...file, hunks: [...first.hunks, ...second.hunks], truncated: first.truncated || second.truncated };
  });
  return { from, to, files };
}

interface RawAndPatch {
  readonly raw: RawFile[];
  readonly patch: Buffer;
  readonly cut: boolean;
}

/**
 * Both with one process: a gate waits for it. The list of files is complete even where it alone is longer than the
 * limit.
 */
async function rawAndPatch(vault: Vault, from: TreeHash, to: TreeHash, totalBytes: number): Promise<RawAndPatch> {
  const asked = ['diff-tree', ...PLAIN, ...RENAMES, '-p', '-U3', '--no-prefix'];
  const limit = (bytes: number) => ({ gitDir: vault.gitDir, maxBytes: bytes, overflow: 'cut' as const });
  const both = must(
    await vault.git.run({ args: [...asked, '-z', '--raw', '--numstat', from, to], ...limit(totalBytes + LIST_BYTES) }),
  );
  // Each of the list's fields ends with a NUL, and none is empty: two in a row mark the beginning of the patch.
  const end = both.stdout.indexOf('\0\0', 0, 'latin1');
  if (end >= 0)
    return { raw: parseRawDiff(both.stdout.subarray(0, end + 1)), patch: both.stdout.subarray(end + 2), cut: both.cut };
  if (!both.cut) return { raw: parseRawDiff(both.stdout), patch: Buffer.alloc(0), cut: false };
  const patch = must(await vault.git.run({ args: [...asked, from, to], ...limit(totalBytes) }));
  return { raw: await rawDiff(vault, from, to, RENAMES), patch: patch.stdout, cut: patch.cut };
}

/** Enough for the names and counts of tens of thousands of files. */
const LIST_BYTES = 8 * 1024 ** 2;

/** Every path that a diff touches: a rename touches two. */
export function touchedPaths(diff: Pick<Diff, 'files'>): string[] {
  return [...new Set(diff.files.flatMap(({ path, oldPath }) => (oldPath === undefined ? [path] : [oldPath, path])))];
}

export async function rawDiff(
  { git, gitDir }: Vault,
  from: TreeHash,
  to: TreeHash,
  renames: readonly string[] = ['--no-renames'],
): Promise<RawFile[]> {
  const args = ['diff-tree', ...PLAIN, ...renames, '-z', '--raw', '--numstat', from, to];
  return parseRawDiff(await gitBytes(git, { args, gitDir }));
}
