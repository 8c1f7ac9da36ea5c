import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** The absolute path of a program on the PATH, or null. */
export function findOnPath(name: string, env: Readonly<Record<string, string | undefined>>): string | null {
  if (isAbsolute(name)) return isExecutable(name) ? name : null;
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    // With a relative entry on the PATH a checkout could supply the program.
    const path = join(folder, name);
    if (isAbsolute(folder) && isExecutable(path)) return path;
  }
  return null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
