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
 * A file with the schema of the claim, in Codex's form, for as long as it is used. Simultaneous attempts share a home,
 * so each has a file of its own. The provider enforces the part of the schema that strict mode can express; the rest is
 * checked when the claim is read.
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
