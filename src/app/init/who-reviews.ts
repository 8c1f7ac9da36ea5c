import { join } from 'node:path';
import { whoWorks } from '#attempts/backends/who-works.ts';
import type { AssayConfig } from '#contracts/config.ts';
import { openHome } from '#host/home.ts';
import { createSandbox } from '#sandbox/sandbox.ts';

/** Which model or program would review here in connected mode; null where there is none yet. */
export async function whoReviews(
  repository: string,
  config: AssayConfig,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  const home = await openHome(env);
  const sandbox = () => createSandbox({ folder: join(home.cache, 'sandbox'), env });
  return whoWorks('reviewer', { ownLogin: true }, config, { env, home, folder: repository, sandbox });
}
