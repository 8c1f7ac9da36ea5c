import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '#sandbox/sandbox.ts';

/** Why tests that need the sandbox cannot run on this machine; null when they can. */
export async function probedSandbox(): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-probe-'));
  try {
    const { ability } = await createSandbox({ folder, env: process.env });
    return ability.kind === 'none' ? `no sandbox: ${ability.why}` : null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
