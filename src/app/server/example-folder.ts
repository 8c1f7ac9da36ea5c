import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Runs } from '#engine/runs.ts';

/** A new folder for the agents of an example to work in. */
export async function exampleFolder({ home }: Runs, name: string): Promise<string> {
  const parent = join(home.root, 'examples');
  await mkdir(parent, { recursive: true, mode: 0o700 });
  return mkdtemp(join(parent, `${name}-`));
}
