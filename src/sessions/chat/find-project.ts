import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import { errnoOf } from '#host/file-error.ts';

export interface ProjectFolders {
  /** The working folder, links resolved. */
  readonly folder: string;
  /** The nearest parent folder with a repository or a configuration; itself where there is none. */
  readonly project: string;
}

export async function findProject(from: string): Promise<ProjectFolders> {
  const folder = await realpath(from).catch((thrown: unknown) => {
    const seen = errnoOf(thrown) === 'ENOENT' ? `there is no folder ${from}` : `the folder ${from} cannot be opened`;
    throw new AssayError('FILE_MISSING', seen, { next: 'Name a folder that exists.' });
  });
  for (let at = folder; ; at = dirname(at)) {
    if (MARKS.some((mark) => existsSync(join(at, mark)))) return { folder, project: at };
    if (dirname(at) === at) return { folder, project: folder };
  }
}

const MARKS = ['.git', '.assay/config.json'];
