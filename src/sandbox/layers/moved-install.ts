import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * pnpm writes an absolute path into each program's start script: where packages lie that were not requested by name
 * (plugins of a shared configuration). After the checkout was moved, or in a layer of ours, that path does not exist,
 * so we pass the right one, in the variable that the scripts themselves use.
 */
export async function movedInstall(folder: string, at: string): Promise<Record<string, string>> {
  const hoisted = join(at, HOISTED);
  const named = await namedByStarter(join(folder, '.bin'));
  return named === null || named === hoisted ? {} : { NODE_PATH: hoisted };
}

const HOISTED = '.pnpm/node_modules';

/** The path in the first start script that has one; all are written alike. */
async function namedByStarter(programs: string): Promise<string | null> {
  for (const name of await readdir(programs).catch(() => [])) {
    const text = await readFile(join(programs, name), 'utf8').catch(() => '');
    const paths = /^\s*export NODE_PATH="([^"$]+)"$/m.exec(text)?.[1]?.split(':') ?? [];
    const found = paths.find((path) => path.endsWith(`/node_modules/${HOISTED}`));
    if (found !== undefined) return found;
  }
  return null;
}
