import { createHash } from 'node:crypto';
import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Python environments that a person has for a checkout outside of it: the active one, and those that Poetry and pipenv
 * keep under a name derived from the checkout's path. The tools are not run: they read files of the checkout, which an
 * agent may have written, and load plug-ins that those name.
 */
export const pythonEnvironments =
  (env: Env, platform = process.platform) =>
  async (checkout: string): Promise<readonly string[]> => {
    const real = await realpath(checkout).catch(() => checkout);
    const kept = await Promise.all([
      named(poetryFolder(env, platform), `-${hashOf(real)}-py`),
      named(pipenvFolder(env), `-${hashOf(join(real, 'Pipfile'))}`),
    ]);
    const active = env.VIRTUAL_ENV ?? '';
    return [...(active === '' ? [] : [active]), ...kept.flat()];
  };

/** Both tools take the first eight letters of the URL-safe base64 hash. */
const hashOf = (path: string): string => createHash('sha256').update(path).digest('base64url').slice(0, 8);

/** Newest Python first, where there are several. */
async function named(folder: string | null, mark: string): Promise<string[]> {
  if (folder === null) return [];
  const names = await readdir(folder).catch(() => []);
  const own = names.filter((name) => name.includes(mark));
  return own.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true })).map((name) => join(folder, name));
}

function poetryFolder(
  { POETRY_VIRTUALENVS_PATH, POETRY_CACHE_DIR, XDG_CACHE_HOME, HOME }: Env,
  platform: string,
): string | null {
  if (POETRY_VIRTUALENVS_PATH) return POETRY_VIRTUALENVS_PATH;
  if (POETRY_CACHE_DIR) return join(POETRY_CACHE_DIR, 'virtualenvs');
  if (HOME === undefined) return null;
  const caches = platform === 'darwin' ? join(HOME, 'Library/Caches') : (XDG_CACHE_HOME ?? join(HOME, '.cache'));
  return join(caches, 'pypoetry/virtualenvs');
}

function pipenvFolder({ WORKON_HOME, XDG_DATA_HOME, HOME }: Env): string | null {
  if (WORKON_HOME) return WORKON_HOME;
  const data = XDG_DATA_HOME ?? (HOME === undefined ? null : join(HOME, '.local/share'));
  return data === null ? null : join(data, 'virtualenvs');
}
