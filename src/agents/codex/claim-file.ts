import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonSchema } from '#contracts/model.ts';
import { wrapClaim } from '../claim/wrap-claim.ts';
import { strictSchema } from '../models/schema/strict-schema.ts';

/**
 * The schema of the claim in a file, as Codex wants it, as long as it is used. Attempts at the same time share a home, so
 * each has a file of its own. What strict mode can say of the schema is enforced by the provider; the rest by reading.
 */
export async function withClaimFile<Result>(
  home: string | null,
  schema: JsonSchema | null,
  use: (file: string | null) => Promise<Result>,
): Promise<Result> {
  if (home === null || schema === null) return use(null);
  const wrapped = wrapClaim(schema);
  const file = join(home, `claim-${randomUUID()}.json`);
  try {
    await writeFile(file, JSON.stringify(strictSchema(wrapped)?.schema ?? wrapped));
    return await use(file);
  } finally {
    await rm(file, { force: true });
  }
}
