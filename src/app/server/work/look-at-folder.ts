import { realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { projectTopOf } from '#attempts/open-project.ts';
import { AssayError } from '#contracts/errors.ts';
import type { FolderLook } from '#contracts/http/work-routes.ts';
import { findOnPath } from '#host/find-system.ts';
import { readConfig } from '#project/config/read-config.ts';
import type { FileView } from '#project/toolchain/file-view.ts';
import { folderView } from '#project/toolchain/folder-view.ts';
import { readPlan } from '#workflows/gated-pr/plan.ts';
import { findSetup } from '../../init/find-setup.ts';
import { gitFacts } from '../../init/git-facts.ts';
import { WORKFLOWS } from '../../workflows.ts';

type Env = Readonly<Record<string, string | undefined>>;

const MOST = 20;

/** What there is to work on in a folder, and how it would be set up. */
export async function lookAtFolder(path: string, env: Env): Promise<FolderLook> {
  const folder = await repositoryAt(path, env);
  const config = await readConfig(folder);
  const view = folderView(folder);
  const git = await gitFacts(folder, env.PATH ?? '');
  const setup = await findSetup(view, git, (program) => findOnPath(program, env) !== null);
  return {
    folder,
    name: basename(folder),
    configured: config !== undefined,
    main: config?.main ?? setup.main?.value ?? null,
    plans: plansIn(view, config?.plan ?? setup.plan?.value ?? null),
    specs: (await Promise.all(WORKFLOWS.map(({ spec }) => spec?.specsIn(view) ?? []))).flat(),
    setup: {
      ...setup,
      preflight: setup.preflight[0] ?? null,
      test: setup.test && { ...setup.test, value: setup.test.value.join(', ') },
    },
  };
}

/** The top of the repository a folder is in. */
export async function repositoryAt(path: string, env: Env): Promise<string> {
  const { HOME } = env;
  const wanted = path.startsWith('~/') && HOME ? join(HOME, path.slice(2)) : path;
  const isThere = isAbsolute(wanted) && (await stat(wanted).catch(() => null))?.isDirectory();
  if (!isThere) {
    throw new AssayError('FILE_MISSING', `there is no folder ${path}`, {
      next: 'Give the full path of a folder: /home/…',
    });
  }
  return projectTopOf(await realpath(wanted), env);
}

/** The named plan first, then other files that parse as one. */
function plansIn(view: FileView, named: string | null): FolderLook['plans'] {
  const markdown = view.paths.filter((path) => /\.md$/i.test(path) && /plan|todo|roadmap|tasks/i.test(basename(path)));
  return [...new Set([...(named === null ? [] : [named]), ...markdown])].slice(0, MOST).flatMap((path) => {
    const text = view.read(path);
    const { items, problems, hint } = readPlan(text ?? '');
    if (items.length === 0 || problems.length > 0) return [];
    const open = items.filter(({ done }) => !done).map(({ title }) => title);
    return [{ path, open, done: items.length - open.length, ...(hint === undefined ? {} : { hint }) }];
  });
}
