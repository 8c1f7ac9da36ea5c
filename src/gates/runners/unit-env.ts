import { join } from 'node:path';
import type { ProjectRunner } from '../tree-runner.ts';

/** The environment that a unit's configuration asks for; `root` is its folder as the tests see it. */
export const unitEnv = ({ env = {} }: Pick<ProjectRunner, 'env'>, root: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, name === 'PYTHONPATH' ? join(root, value) : value]),
  );
