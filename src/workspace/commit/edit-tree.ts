import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TreeHash } from '#contracts/ids.ts';
import type { TreeEdit } from '#contracts/repository.ts';
import { gitBytes, gitLine } from '../git/git.ts';
import { pathToBytes, splitNul } from '../git/path-bytes.ts';
import type { Vault } from '../vault/vault.ts';

/**
 * A tree made from another with some files changed. No checkout is involved: a gate puts the base's configuration over
 * an agent's tree with it, or a mutant into one, and what comes of it has a hash like any other tree.
 */
export async function editTree(vault: Vault, tree: TreeHash, edits: ReadonlyMap<string, TreeEdit>): Promise<TreeHash> {
  if (edits.size === 0) return tree;
  const { git, gitDir } = vault;
  const scratch = await mkdtemp(join(tmpdir(), 'assay-index-'));
  try {
    const env = { GIT_INDEX_FILE: join(scratch, 'index') };
    await gitBytes(git, { args: ['read-tree', tree], gitDir, env });
    const records = await Promise.all([...edits].map(([path, edit]) => recordOf(vault, tree, path, edit)));
    await gitBytes(git, { args: ['update-index', '-z', '--index-info'], gitDir, env, stdin: Buffer.concat(records) });
    return TreeHash.parse(await gitLine(git, { args: ['write-tree'], gitDir, env }));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** `mode hash TAB path NUL`; the mode 0 takes the path out. */
async function recordOf(vault: Vault, tree: TreeHash, path: string, edit: TreeEdit): Promise<Buffer> {
  const entry = await entryOf(vault, tree, path, edit);
  const head = entry === null ? `0 ${'0'.repeat(tree.length)}` : `${entry.mode} ${entry.hash}`;
  return Buffer.concat([Buffer.from(`${head}\t`, 'latin1'), pathToBytes(path), Buffer.from([0])]);
}

interface Entry {
  readonly mode: string;
  readonly hash: string;
}

async function entryOf(vault: Vault, tree: TreeHash, path: string, edit: TreeEdit): Promise<Entry | null> {
  if (edit.type === 'remove') return null;
  if (edit.type === 'as-in') return listed(vault, edit.tree, path);
  const { git, gitDir } = vault;
  const hash = await gitLine(git, { args: ['hash-object', '-w', '--stdin'], gitDir, stdin: edit.text });
  const before = await listed(vault, tree, path);
  return { mode: before && before.mode !== LINK ? before.mode : '100644', hash };
}

const LINK = '120000';

async function listed({ git, gitDir }: Vault, tree: TreeHash, path: string): Promise<Entry | null> {
  const wanted = pathToBytes(path);
  const args = ['ls-tree', '-r', '-z', '--full-tree', tree, ...(path.startsWith('"') ? [] : ['--', path])];
  const found = splitNul(await gitBytes(git, { args, gitDir })).find((record) =>
    record.subarray(record.indexOf(0x09) + 1).equals(wanted),
  );
  const [mode, type, hash] = found?.subarray(0, found.indexOf(0x09)).toString('latin1').split(' ') ?? [];
  return mode !== undefined && hash !== undefined && type !== 'tree' ? { mode, hash } : null;
}
