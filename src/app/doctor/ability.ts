import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxAbility } from '#contracts/sandbox.ts';
import { createSandbox } from '#sandbox/sandbox.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Probes on first use, and once. Leaves nothing behind. */
export function abilityOf(env: Env, platform: NodeJS.Platform = process.platform): () => Promise<SandboxAbility> {
  let asked: Promise<SandboxAbility> | undefined;
  return () => {
    asked ??= probe(env, platform);
    return asked;
  };
}

async function probe(env: Env, platform: NodeJS.Platform): Promise<SandboxAbility> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-doctor-'));
  try {
    return (await createSandbox({ folder, env, platform })).ability;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
