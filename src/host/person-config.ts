import { join } from 'node:path';
import { PersonConfig } from '#contracts/config.ts';
import { readJsonIfExists } from './atomic-file.ts';
import type { Home } from './home.ts';

/** The person's own file. It may name keys; a project's file may not. */
export const readPersonConfig = async ({ root }: Pick<Home, 'root'>): Promise<PersonConfig> =>
  (await readJsonIfExists(join(root, 'config.json'), PersonConfig)) ?? { version: 1 };
