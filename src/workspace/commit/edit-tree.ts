import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AssayError, type ErrorInfo } from '#contracts/errors.ts';
import { TreeHash } from '#contracts/ids.ts';
import type { TreeEdit } from '#contracts/repository.ts';
import { ifAny } from '../checkout/snapshot.ts';
import { gitBytes } from '../git/git.ts';
import { pathToBytes, splitNul } from '../git/path-bytes.ts';
import type { TreeShell } from '../git/tree-shell.ts';
import type { Vault } from '../vault/vault.ts';

/** `$1`: the tree. `$2`: files with new contents. `$3`: the changes of the index. */
const EDIT = `${ifAny('$2', 'git hash-object -w --no-filters --stdin-paths >/dev/null')} &&
git read-tree "$1" &&
git update-index -z --index-info <"$3" &&
git write-tree`;

const TIMEOUT_MS = 120_000;

/**
 * A tree made from another with some files changed. No checkout is involved: a gate uses it to put the base's
 * configuration over an agent's tree, or a mutant into one, and the result has a hash like any other tree. One process
 * does it all: each costs more than git's work in it.
 */
export async function editTree(
  vault: Vault,
  shell: TreeShell,
  tree: TreeHash,
  edits: ReadonlyMap<string, TreeEdit>,
): Promise<TreeHash> {
  if (edits.size === 0) return tree;
  const scratch = await mkdtemp(join(tmpdir(), 'assay-index-'));
  const file = (name: string): string => join(scratch, name);
  try {
    const { records, texts } = await plan(vault, tree, edits);
    await Promise.all([
      ...texts.map((text, n) => writeFile(file(`text${n}`), text)),
      writeFile(file('texts'), texts.map((_, n) => `${file(`text${n}`)}\n`).join('')),
      writeFile(file('records'), Buffer.concat(records)),
    ]);
    const answer = await shell.run({
      ...{ script: EDIT, args: [tree, file('texts'), file('records')], timeoutMs: TIMEOUT_MS },
      ...{ tree: scratch, treeWritable: false, privateFolder: scratch, indexFile: file('index') },
      gitDir: vault.gitDir,
    });
    if (!answer.ok) throw editError(answer.error);
    return TreeHash.parse(answer.text);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** No one's files are read here: only git or the disk can fail. */
function editError({ code, message, next }: ErrorInfo): AssayError {
  return new AssayError(code === 'DISK_FULL' ? code : 'GIT_FAILED', message, next === undefined ? {} : { next });
}

interface Plan {
  /** `mode hash TAB path NUL`; the mode 0 removes the path. */
  readonly records: readonly Buffer[];
  readonly texts: readonly string[];
}

async function plan(vault: Vault, tree: TreeHash, edits: ReadonlyMap<string, TreeEdit>): Promise<Plan> {
  const pathsByTree = Map.groupBy(
    [...edits].filter(([, edit]) => edit.type !== 'remove'),
    ([, edit]) => (edit.type === 'as-in' ? edit.tree : tree),
  );
  const entries = new Map(
    await Promise.all(
      [...pathsByTree].map(
        async ([of, own]) =>
          [
            of,
            await entriesOf(
              vault,
              of,
              own.map(([path]) => path),
            ),
          ] as const,
      ),
    ),
  );
  const entryOf = (path: string, edit: TreeEdit): Entry | undefined => {
    if (edit.type === 'remove') return undefined;
    if (edit.type === 'as-in') return entries.get(edit.tree)?.get(path);
    const mode = entries.get(tree)?.get(path)?.mode;
    return { mode: mode === undefined || mode === LINK ? '100644' : mode, hash: blobHash(edit.text, tree) };
  };
  return {
    records: [...edits].map(([path, edit]) => {
      const entry = entryOf(path, edit);
      const head = entry ? `${entry.mode} ${entry.hash}` : `0 ${'0'.repeat(tree.length)}`;
      return Buffer.concat([Buffer.from(`${head}\t`, 'latin1'), pathToBytes(path), Buffer.of(0)]);
    }),
    texts: [...edits.values()].flatMap((edit) => (edit.type === 'text' ? [edit.text] : [])),
  };
}

const LINK = '120000';

/** git's hash of these bytes, in the hash format of this repository. */
function blobHash(text: string, like: TreeHash): string {
  const bytes = Buffer.from(text);
  return createHash(like.length === 40 ? 'sha1' : 'sha256')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');
}

interface Entry {
  readonly mode: string;
  readonly hash: string;
}

async function entriesOf(
  { git, gitDir }: Vault,
  tree: TreeHash,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Entry>> {
  const wanted = new Map(paths.map((path) => [pathToBytes(path).toString('latin1'), path]));
  // A name that is not UTF-8 cannot be an argument; nor can a list that is too long for one call.
  const isNamed = paths.length <= MOST_NAMED && paths.every((path) => !path.startsWith('"'));
  const args = ['ls-tree', '-r', '-z', '--full-tree', tree, ...(isNamed ? ['--', ...paths] : [])];
  const found = new Map<string, Entry>();
  for (const record of splitNul(await gitBytes(git, { args, gitDir }))) {
    const tab = record.indexOf(0x09);
    const path = wanted.get(record.toString('latin1', tab + 1));
    const [mode = '', type, hash = ''] = record.toString('latin1', 0, tab).split(' ');
    if (path !== undefined && type !== 'tree') found.set(path, { mode, hash });
  }
  return found;
}

const MOST_NAMED = 500;
