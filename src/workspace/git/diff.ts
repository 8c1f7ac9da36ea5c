import type { TreeHash } from '#contracts/ids.ts';
import type { Diff, DiffFile, DiffLimits } from '#contracts/workspace.ts';
import type { Vault } from '../vault/vault.ts';
import { gitBytes, must } from './git.ts';
import { parsePatch } from './patch.ts';
import { parseRawDiff, type RawFile } from './raw-diff.ts';

const TOTAL_BYTES = 4 * 1024 ** 2;
const BYTES_PER_FILE = 64 * 1024;
/** Looking for renames is quadratic; beyond so many files a rename is a deletion and an addition. */
const RENAMES = ['-M', '-l1000'];
const PLAIN = ['-r', '--no-ext-diff', '--no-textconv', '--no-color', '--ignore-submodules=none'];

/** What changed between two trees. All files are named, however many; hunks are bounded. */
export async function diffTrees(vault: Vault, from: TreeHash, to: TreeHash, limits: DiffLimits = {}): Promise<Diff> {
  const { totalBytes = TOTAL_BYTES, bytesPerFile = BYTES_PER_FILE } = limits;
  const [raw, patch] = await Promise.all([
    rawDiff(vault, from, to, RENAMES),
    vault.git
      .run({
        args: ['diff-tree', ...PLAIN, ...RENAMES, '-p', '-U3', '--no-prefix', from, to],
        gitDir: vault.gitDir,
        maxBytes: totalBytes,
        overflow: 'cut',
      })
      .then(must),
  ]);
  const blocks = parsePatch(patch.stdout.subarray(0, totalBytes).toString('utf8'), bytesPerFile);
  const last = blocks.at(-1);
  if (patch.cut && last) last.truncated = true;
  const next = (): { hunks: DiffFile['hunks']; truncated: boolean } => blocks.shift() ?? { hunks: [], truncated: true };
  const files = raw.map(({ bytes: _, ...file }): DiffFile => {
    const first = next();
    if (file.status !== 'type-changed') return { ...file, ...first };
    const second = next(); // a file that became a link is removed in one block and added in the next
    return { ...file, hunks: [...first.hunks, ...second.hunks], truncated: first.truncated || second.truncated };
  });
  return { from, to, files };
}

/** Every path a diff touches: a rename touches two. */
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
