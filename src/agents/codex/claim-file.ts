import { randomUUID } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonSchema } from '#contracts/model.ts';
import { wrapClaim } from '../claim/wrap-claim.ts';
import { strictSchema } from '../models/schema/strict-schema.ts';
import type { ProgramSandbox } from '../program/program-sandbox.ts';
import { inSandbox, writeInSandbox } from '../program/sandbox-files.ts';

/** In the home of a sandbox. */
export const CODEX_FOLDER = '.codex';

/**
 * The schema of the claim in a file, as Codex wants it, as long as it is used. Attempts at the same time share a home, so
 * each has a file of its own. What strict mode can say of the schema is enforced by the provider; the rest by reading.
 */
export async function withClaimFile<Result>(
  { home, sandboxed }: Pick<ProgramSandbox, 'home' | 'sandboxed'>,
  schema: JsonSchema | null,
  use: (file: string | null) => Promise<Result>,
): Promise<Result> {
  if (home === null || schema === null) return use(null);
  const wrapped = wrapClaim(schema);
  const programSandbox = { home, sandboxed };
  const name = `claim-${randomUUID()}.json`;
  try {
    await writeInSandbox(
      programSandbox,
      `${CODEX_FOLDER}/${name}`,
      JSON.stringify(strictSchema(wrapped)?.schema ?? wrapped),
    );
    return await use(join(home, CODEX_FOLDER, name));
  } finally {
    await inSandbox(programSandbox, CODEX_FOLDER, (at) => unlink(join(at, name))).catch(() => undefined);
  }
}
