import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxAbility, SandboxFeature } from '#contracts/sandbox.ts';
import { measureInRuntime } from '#sandbox/measure-in-runtime.ts';
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

/** What sandbox-runtime holds back where gates measure in it; null where it is not installed or does not hold. */
export function runtimeAbility(env: Env): Promise<readonly SandboxFeature[] | null> {
  return inFolder(async (folder) => {
    const none = await createSandbox({ folder, env: {} });
    const runtime = await measureInRuntime({ none, env, ours: folder, hidden: [folder] });
    return runtime === null || runtime.ability.kind === 'none' ? null : runtime.ability.enforces;
  });
}

const probe = (env: Env, platform: NodeJS.Platform): Promise<SandboxAbility> =>
  inFolder(async (folder) => (await createSandbox({ folder, env, platform })).ability);

async function inFolder<T>(look: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-doctor-'));
  try {
    return await look(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
