import { AssayError } from '#contracts/errors.ts';
import { TreeHash } from '#contracts/ids.ts';
import type { CommitInfo, TreeFile } from '#contracts/repository.ts';
import { Sha } from '#contracts/workspace.ts';
import { importSeen, type Vault } from '../vault/vault.ts';
import { gitBytes, gitLine, must } from './git.ts';
import { pathFromBytes, pathToBytes, splitNul } from './path-bytes.ts';
import { kindOfMode } from './raw-diff.ts';
import type { GitRepository } from './repository.ts';
import { listTree } from './survey.ts';

/** Ensures that the vault has an object, fetching it from the person's repository if necessary. */
export async function ensureObject(vault: Vault, repository: GitRepository, name: Sha | TreeHash): Promise<void> {
  const kind = await kindIn(vault, vault.gitDir, name);
  if (kind === 'commit' || kind === 'tree') return;
  if ((await kindIn(vault, repository.commonDir, name)) === 'commit')
    return importSeen(vault, repository, Sha.parse(name));
  throw new AssayError(
    'REVISION_UNKNOWN',
    `${name} is not a commit or tree of ${repository.folder} or its workspaces.`,
    {
      next: 'Name a commit of the repository, or one that was made in a workspace.',
    },
  );
}

/** Null where there is no such object. */
export async function kindIn({ git }: Vault, gitDir: string, name: string): Promise<string | null> {
  const found = await git.run({ args: ['cat-file', '-t', name], gitDir, answers: [1, 128] });
  const kind = must(found).stdout.toString('latin1').trim();
  return kind === '' ? null : kind;
}

export async function treeAt(vault: Vault, at: Sha | TreeHash): Promise<TreeHash> {
  const { git, gitDir } = vault;
  if ((await kindIn(vault, gitDir, at)) === 'tree') return TreeHash.parse(at);
  return TreeHash.parse(await gitLine(git, { args: ['rev-parse', '--verify', `${at}^{tree}`], gitDir }));
}

export async function mergeBase({ git, gitDir }: Vault, one: Sha, other: Sha): Promise<Sha | null> {
  const found = must(await git.run({ args: ['merge-base', one, other], gitDir, answers: [1] }));
  return found.exitCode === 0 ? Sha.parse(found.stdout.toString('latin1').trim()) : null;
}

/** Commits that `to` has and `from` has not, oldest first. */
export async function commitsBetween({ git, gitDir }: Vault, from: Sha, to: Sha): Promise<CommitInfo[]> {
  const format = '--format=%H%x00%P%x00%T%x00%an%x00%ct%x00%B%x00';
  const args = ['log', '-z', '--reverse', '--topo-order', '--no-show-signature', '--encoding=UTF-8', format];
  const fields = (await gitBytes(git, { args: [...args, to, `^${from}`, '--'], gitDir })).toString('utf8').split('\0');
  const commits: CommitInfo[] = [];
  // Six fields, then the NUL that ends a record.
  for (let at = 0; at + 6 < fields.length; at += 7) {
    const [sha, parents = '', tree, author = '', time, message = ''] = fields.slice(at, at + 6);
    commits.push({
      sha: Sha.parse(sha),
      parents: parents
        .split(' ')
        .filter(Boolean)
        .map((parent) => Sha.parse(parent)),
      tree: TreeHash.parse(tree),
      author,
      at: Number(time) * 1000,
      message,
    });
  }
  return commits;
}

/** Null where there is no such file. */
export async function readFileAt(vault: Vault, at: Sha | TreeHash, path: string): Promise<Buffer | null> {
  const { git, gitDir } = vault;
  const wanted = pathToBytes(path);
  // No tree has such names, and git would interpret them differently.
  if (wanted.includes(0) || path.split('/').some((part) => ['', '.', '..'].includes(part))) return null;
  // From the tree's own listing: in `tree:path` a path may be interpreted differently. One that is not UTF-8 cannot be
  // an argument, so then the whole tree is listed.
  const tree = await treeAt(vault, at);
  const args = ['ls-tree', '-z', '--full-tree', ...(path.startsWith('"') ? ['-r', tree] : [tree, '--', path])];
  const listed = splitNul(await gitBytes(git, { args, gitDir }));
  const entry = listed.find((record) => record.subarray(record.indexOf(0x09) + 1).equals(wanted));
  const [, type, hash] = entry?.subarray(0, entry.indexOf(0x09)).toString('latin1').split(' ') ?? [];
  if (type !== 'blob' || hash === undefined) return null;
  return gitBytes(git, { args: ['cat-file', 'blob', hash], gitDir });
}

/** Many contents with one process. */
export async function readBlobs({ git, gitDir }: Vault, hashes: readonly string[]): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  if (hashes.length === 0) return found;
  const stdin = `${hashes.join('\n')}\n`;
  const bytes = await gitBytes(git, { args: ['cat-file', '--batch'], gitDir, stdin, maxBytes: 512 * 1024 ** 2 });
  // Each: `hash type size LF content LF`, or `hash missing LF`.
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0x0a, at);
    const [hash = '', type, size] = bytes.toString('latin1', at, end).split(' ');
    const length = type === 'missing' ? 0 : Number(size);
    if (type === 'blob') found.set(hash, bytes.subarray(end + 1, end + 1 + length));
    at = type === 'missing' ? end + 1 : end + 1 + length + 1;
  }
  return found;
}

export async function listFilesAt(vault: Vault, at: Sha | TreeHash): Promise<TreeFile[]> {
  return (await listTree(vault, at)).map(({ mode, hash, size, bytes }) => ({
    path: pathFromBytes(bytes),
    kind: kindOfMode(mode) ?? 'file',
    hash,
    bytes: size,
  }));
}
