import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TreeHash } from '#contracts/ids.ts';
import type { TreeOddities } from '#contracts/repository.ts';
import type { Sha } from '#contracts/workspace.ts';
import { surveyTree } from '../git/survey.ts';
import type { StoreContext } from '../store-options.ts';
import type { Vault } from '../vault/vault.ts';

/** In what a plain checkout of a tree differs from the person's own. */
export async function odditiesOf({ places }: StoreContext, vault: Vault, at: Sha | TreeHash): Promise<TreeOddities> {
  const index = join(places.vaults.folder, `survey.${randomBytes(6).toString('hex')}.index`);
  try {
    const { submodules, filtered, caseClashes } = await surveyTree(vault, at, index);
    return { submodules, filtered, caseClashes };
  } finally {
    await rm(index, { force: true });
  }
}
