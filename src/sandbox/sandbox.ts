import { readFileSync } from 'node:fs';
import { AssayError } from '#contracts/errors.ts';
import type { Sandbox, SandboxAbility } from '#contracts/sandbox.ts';
import type { LocalBlobs } from '#host/blob-store.ts';
import { findOnPath } from '#host/find-system.ts';
import { packageHint, systemOf } from '#host/package-hint.ts';
import { readBaseSystem } from './base-system.ts';
import { unstartable } from './enter-bubblewrap.ts';
import { execBubblewrap } from './exec-bubblewrap.ts';
import { neverRan } from './live-process.ts';
import { makeFiles } from './made-files.ts';
import { probeBubblewrap } from './probe.ts';
import { startBubblewrap } from './start-bubblewrap.ts';

export interface SandboxOptions {
  /** For our own small files; private to the person, never visible inside. */
  readonly folder: string;
  /** Of Assay itself. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where long outputs are stored in full. */
  readonly blobs?: LocalBlobs | undefined;
  readonly platform?: NodeJS.Platform | undefined;
}

/** The sandbox of this machine, after a probe showed what it prevents. Without one, every command is refused. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const platform = options.platform ?? process.platform;
  if (platform !== 'linux') return noSandbox(NOT_LINUX[platform] ?? OTHER);
  const program = findOnPath('bwrap', options.env);
  if (program === null) return noSandbox({ why: 'bubblewrap (bwrap) is not installed', next: installHint() });

  const made = await makeFiles(options.folder);
  const parts = { program, base: readBaseSystem(), made, env: options.env, blobs: options.blobs };
  const exec = execBubblewrap(parts);
  const ability = await probeBubblewrap(exec);
  return ability.kind === 'none' ? noSandbox(ability) : { ability, exec, start: startBubblewrap(parts) };
}

interface Reason {
  readonly why: string;
  readonly next: string;
}

const NOT_LINUX: Partial<Record<NodeJS.Platform, Reason>> = {
  darwin: {
    why: 'agents cannot be isolated on macOS',
    next: 'Gates measure in sandbox-runtime, if you install it: `npm install -g @anthropic-ai/sandbox-runtime`. For agents that Assay starts, run it in a Linux virtual machine or container.',
  },
  win32: { why: 'Windows has no sandbox Assay can use', next: 'Run Assay in WSL.' },
};
const OTHER: Reason = { why: 'Assay knows no sandbox for this system', next: 'Run Assay on Linux.' };

function noSandbox({ why, next }: Reason): Sandbox {
  const ability: SandboxAbility = { kind: 'none', why, next };
  const error = new AssayError('SANDBOX_UNAVAILABLE', `Not run, because it could not be isolated: ${why}.`, { next });
  const info = error.toInfo();
  return {
    ability,
    exec: async () => unstartable(info),
    start: async () => neverRan({ outcome: 'unstartable', error: info }),
  };
}

function installHint(): string {
  const system = systemOf('linux', osRelease());
  const command = system === null ? null : packageHint('bubblewrap', system);
  return command === null ? 'Install bubblewrap with your package manager.' : `Install it: \`${command}\`.`;
}

function osRelease(): string {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
}
