import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenProgramSandbox } from '#agents/program/program-sandbox.ts';
import { callPrices, watchCalls } from '#attempts/sandboxes/watch-calls.ts';
import type { Mount, Sandbox } from '#contracts/sandbox.ts';
import {
  type AllowedCall,
  ANTHROPIC_CALLS,
  anthropicKey,
  GEMINI_CALLS,
  geminiKey,
  OPENAI_CALLS,
  proxyKeyOf,
} from '#sandbox/model-proxy.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { openSandboxedProgram } from '#sandbox/sandboxed-program.ts';
import { toolchainMounts } from '#sandbox/toolchain-mounts.ts';

/** Where the real clients run in the tests: a sandbox with the network off, a simulated model behind the proxy. */
export interface World {
  readonly sandbox: Sandbox;
  /** A new empty checkout. */
  folder(): Promise<string>;
  /** A sandbox against this model; sandboxes of one `home` share their transcripts. */
  programSandbox(url: string, home: string, installed: string): OpenProgramSandbox;
  close(): Promise<void>;
}

/** The simulator accepts any key; the arrival of one shows that it was added outside. */
const KEY = 'key-added-outside';
const MODEL = {
  allow: [...ANTHROPIC_CALLS, ...OPENAI_CALLS, ...GEMINI_CALLS] satisfies AllowedCall[],
  secretHeaders: { ...anthropicKey(KEY), ...proxyKeyOf(KEY), ...geminiKey(KEY) },
};

export async function createWorld(): Promise<World> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'assay-clients-')));
  const sandbox = await createSandbox({ folder: join(root, 'own'), env: process.env });
  const node = await toolchainMounts([process.execPath], process.env);
  return {
    sandbox,
    async folder() {
      await mkdir(join(root, 'work'), { recursive: true });
      return mkdtemp(join(root, 'work', 'ws-'));
    },
    programSandbox: (url, home, installed) => async (task, place, calls) => {
      const provider = task.model?.split(':')[0] ?? 'anthropic';
      const program: Mount = { from: installed, at: installed };
      return openSandboxedProgram({
        sandbox,
        folder: place.folder,
        home: join(home, 'home'),
        readOnly: [...node.mounts, program],
        path: node.path,
        // As everywhere, the program's calls are watched: its usage is read as answers pass.
        model: {
          ...MODEL,
          baseUrl: url,
          watch: watchCalls(calls, { provider, prices: callPrices(undefined), gate: undefined, task }),
        },
      });
    },
    close: () => rm(root, { recursive: true, force: true }),
  };
}
