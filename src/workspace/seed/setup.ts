import { type AssayConfig, CONFIG_PATH } from '#contracts/config.ts';
import type { Command } from '#contracts/exec.ts';
import type { Sha } from '#contracts/workspace.ts';
import { commandOf, readConfig, readConfigText } from '#project/config/read-config.ts';
import { readFileAt } from '../git/history.ts';
import { checkoutTop, type GitRepository } from '../git/repository.ts';
import type { Leniency } from '../git/survey.ts';
import type { StoreContext } from '../store-options.ts';
import type { Vault } from '../vault/vault.ts';

/** What a project's configuration says about making a checkout of it. */
export interface SeedSetup {
  /** Patterns of ignored files to copy, in addition to `.worktreeinclude`. */
  readonly copy: readonly string[];
  /** Instead of the usual command of this kind of package manager. */
  readonly install: Command | undefined;
  readonly allow: Leniency;
}

export function setupOf({ options }: StoreContext, config: AssayConfig | undefined): SeedSetup {
  const { copy = [], install } = config?.setup ?? {};
  const { submodules = 'as-checked-out', filters = 'refuse' } = config?.workspace ?? {};
  return {
    copy,
    install: install === undefined ? undefined : commandOf(install),
    allow: { submodules, filters, ...options.allow },
  };
}

/** The configuration of a commit. */
export async function configAt(vault: Vault, sha: Sha): Promise<AssayConfig | undefined> {
  const bytes = await readFileAt(vault, sha, CONFIG_PATH);
  return bytes === null ? undefined : readConfigText(bytes.toString('utf8'), `${CONFIG_PATH} of ${sha.slice(0, 10)}`);
}

/** The configuration in the person's checkout; a bare repository has none. */
export async function configInCheckout(
  { git }: StoreContext,
  repository: GitRepository,
): Promise<AssayConfig | undefined> {
  const top = await checkoutTop(git, repository);
  return top === undefined ? undefined : readConfig(top);
}
