import type { AttemptEnv } from '#contracts/agent.ts';
import type { BlobStore } from '#contracts/blobs.ts';
import type { Permit } from '#contracts/permission.ts';
import type { Mount, Sandbox, SandboxPolicy } from '#contracts/sandbox.ts';
import type { Tool } from '#contracts/tool.ts';
import { DEFAULT_SANDBOX_LIMITS } from '#sandbox/limits.ts';
import { type MountedToolchain, toolchainMounts } from '#sandbox/toolchain-mounts.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface PlaceWanted {
  readonly folder: string;
  readonly permit: Permit;
  readonly tools: readonly Tool[];
  readonly blobs: Pick<BlobStore, 'put'>;
  /** Without it there are no commands. */
  readonly sandbox?: (() => Promise<Sandbox>) | undefined;
  /** Where programs outside of the system's folders are found. */
  readonly env: Env;
  /** No command can change a file there: for explore mode. */
  readonly readOnly?: boolean | undefined;
  /** The conversation of this turn: the next turn finds what an agent's own program kept. */
  readonly conversation: string;
}

/**
 * An attempt's environment on a person's folder: commands run in the sandbox, see only the folder, and have no network.
 */
export function placeFor(wanted: PlaceWanted): AttemptEnv {
  const { folder, permit, tools, blobs, sandbox, env, readOnly = false, conversation } = wanted;
  const keep: AttemptEnv['keep'] = (bytes) => blobs.put(bytes);
  const place = { folder, readOnly, conversation, permit, tools, keep };
  if (sandbox === undefined) return place;
  let shown: Promise<MountedToolchain> | undefined;
  return {
    ...place,
    async exec(command, signal) {
      shown ??= toolchainMounts(PROGRAMS, env, folder);
      const toolchain = await shown;
      const path = [...toolchain.path, SYSTEM_PATH].join(':');
      const inside = { ...command, env: { PATH: path, ...command.env } };
      return (await sandbox()).exec(inside, policyFor(folder, toolchain, readOnly), signal);
    },
  };
}

/** Programs that work on a project may need, where they are not the system's. */
const PROGRAMS = ['git', 'rg', 'node', 'npm', 'npx', 'pnpm', 'yarn', 'python3', 'uv', 'go', 'cargo'];
const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin';

function policyFor(folder: string, { mounts }: MountedToolchain, readOnly: boolean): SandboxPolicy {
  const own: Mount = { from: folder, at: folder };
  return {
    writable: readOnly ? [] : [own],
    // Commands start in the first mount: the folder, also where it is read-only.
    readOnly: [...(readOnly ? [own] : []), ...mounts],
    network: 'none',
    limits: DEFAULT_SANDBOX_LIMITS,
  };
}
