import { join } from 'node:path';
import { PersonConfig } from '#contracts/config.ts';
import { readJsonIfExists } from './atomic-file.ts';
import type { Home } from './home.ts';

/** The person's own file; it may name keys, which a project's may not. */
export const readPersonConfig = async ({ root }: Pick<Home, 'root'>): Promise<PersonConfig> =>
  (await readJsonIfExists(join(root, 'config.json'), PersonConfig)) ?? { version: 1 };
