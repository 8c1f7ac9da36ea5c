import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, posix } from 'node:path';
import { z } from 'zod';
import { INSTRUCTION_FILES } from '#agents/definitions/instruction-files.ts';
import { isInDefinitions } from '#agents/definitions/shelves.ts';
import type { Sha } from '#contracts/commits.ts';
import type { RepositoryHistory, TreeFile } from '#contracts/repository.ts';
import type { Home } from '#host/home.ts';
import { prepareOnce } from '#host/prepare-once.ts';

/** Of all files together. Larger ones are not instructions. */
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_FILES = 2_000;

/**
 * A folder with the rules of a repository as of a commit: changes that an agent makes in its workspace do not affect
 * it. Made once per commit; it contains nothing else of the repository.
 */
export async function baseFiles(
  repository: Pick<RepositoryHistory, 'listFilesAt' | 'readBlobs'>,
  commit: Sha,
  home: Pick<Home, 'cache'>,
): Promise<string> {
  const root = join(home.cache, 'house-rules');
  const { folder } = await prepareOnce({
    shelf: { folder: root, trash: join(root, 'trash') },
    key: commit,
    info: z.null(),
    build: async (into) => {
      const all = await repository.listFilesAt(commit);
      const wanted = bounded(all.filter(({ path }) => isRule(path)));
      const contents = await repository.readBlobs(
        commit,
        wanted.map(({ hash }) => hash),
      );
      const links = await writeAll(into, wanted, contents);
      // A link to a file of another name (CLAUDE.md → docs/agents.md): that file is a rule too.
      const targets = bounded(all.filter(({ path, kind }) => links.has(path) && kind !== 'symlink'));
      const more = targets.filter(({ path }) => !isRule(path));
      await writeAll(
        into,
        more,
        await repository.readBlobs(
          commit,
          more.map(({ hash }) => hash),
        ),
      );
      return null;
    },
  });
  return folder;
}

const isRule = (path: string): boolean =>
  isInDefinitions(path) || path === '.mcp.json' || INSTRUCTION_FILES.some((name) => posix.basename(path) === name);

function bounded(files: readonly TreeFile[]): TreeFile[] {
  let left = MOST_BYTES;
  return files
    .filter(({ kind }) => kind !== 'submodule')
    .slice(0, MOST_FILES)
    .filter(({ bytes }) => {
      left -= bytes;
      return left >= 0;
    });
}

/** The targets of the links among them. */
async function writeAll(
  into: string,
  files: readonly TreeFile[],
  contents: ReadonlyMap<string, Uint8Array>,
): Promise<Set<string>> {
  const targets = new Set<string>();
  for (const { path, kind, hash } of files) {
    const bytes = contents.get(hash);
    // A path that git quotes is not UTF-8, and cannot be such a file.
    if (bytes === undefined || path.startsWith('"')) continue;
    const at = join(into, path);
    await mkdir(dirname(at), { recursive: true });
    if (kind !== 'symlink') {
      await writeFile(at, bytes);
      continue;
    }
    const target = new TextDecoder().decode(bytes);
    await symlink(target, at).catch(() => undefined);
    const inside = normalize(join(dirname(path), target));
    if (!target.startsWith('/') && !inside.startsWith('..')) targets.add(inside);
  }
  return targets;
}
