import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * pnpm writes into each program's starter where packages that nobody asked for by name lie (plugins of a shared
 * configuration), as a path from the root. Where the folder lies elsewhere by now, because the checkout was moved or the
 * layer was made by us, the starters look in a place that is not there: they are told the right one, as they themselves
 * pass it on.
 */
export async function movedInstall(folder: string, at: string): Promise<Record<string, string>> {
  const hoisted = join(at, HOISTED);
  const named = await namedByStarter(join(folder, '.bin'));
  return named === null || named === hoisted ? {} : { NODE_PATH: hoisted };
}

const HOISTED = '.pnpm/node_modules';

/** The place that the first starter with one names; all are written alike. */
async function namedByStarter(programs: string): Promise<string | null> {
  for (const name of await readdir(programs).catch(() => [])) {
    const text = await readFile(join(programs, name), 'utf8').catch(() => '');
    const paths = /^\s*export NODE_PATH="([^"$]+)"$/m.exec(text)?.[1]?.split(':') ?? [];
    const found = paths.find((path) => path.endsWith(`/node_modules/${HOISTED}`));
    if (found !== undefined) return found;
  }
  return null;
}
