import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Sandbox, SandboxFeature } from '#contracts/sandbox.ts';
import { findOnPath } from '#host/find-system.ts';
import { MARK_VARIABLE } from '#host/process-tree.ts';
import { scrubEnv } from '#host/scrub-env.ts';
import { asInstalled } from './bubblewrap.ts';
import { execInPlace, type InPlaceOptions, type PlacedCommand } from './exec-in-place.ts';
import { DEFAULT_SANDBOX_LIMITS } from './limits.ts';
import { runtimeSettings } from './runtime-settings.ts';

export interface RuntimeOptions extends Pick<InPlaceOptions, 'env' | 'ours'> {
  /** Refuses what only a sandbox of Assay's own can do. */
  readonly none: Sandbox;
  /** Folders that no measured command reads. */
  readonly hidden: readonly string[];
}

/**
 * Runs commands of a gate in sandbox-runtime (`srt`), which needs no mounts and so isolates on macOS, too. Null where it
 * is not installed, or where a trial showed that it holds back neither files nor the network. Nothing else runs this
 * way: no install, no agent.
 */
export async function measureInRuntime(options: RuntimeOptions): Promise<Sandbox | null> {
  const program = findOnPath('srt', options.env);
  if (program === null) return null;
  const exec = execInPlace({
    ...options,
    wrap: async (command, place) => {
      const settings = join(place.ours, 'settings.json');
      await writeFile(settings, JSON.stringify(runtimeSettings(place, options.hidden)));
      const [home, temporary] = [join(place.scratch, 'home'), join(place.scratch, 'tmp')];
      for (const each of [home, temporary]) await mkdir(each, { recursive: true });
      const env = { ...asInstalled(place.policy), ...command.env, HOME: home, TMPDIR: temporary };
      return wrapped(program, settings, { ...command, env }, options.env.PATH ?? '');
    },
  });
  const enforces = await tryOut(exec, options);
  if (!enforces.includes('files') || !enforces.includes('network')) return null;
  return { ability: { kind: 'sandbox-runtime', enforces }, exec, start: options.none.start };
}

/**
 * The command gets its own variables and no other: the runtime would add proxies, a folder for temporary files and more,
 * which tests would see. Only the mark stays, by which processes that outlive the command are found.
 */
function wrapped(program: string, settings: string, command: PlacedCommand, path: string): PlacedCommand {
  const own = Object.entries(command.env).map(([name, value]) => `${name}=${value}`);
  const clean = `exec /usr/bin/env -i ${MARK_VARIABLE}="$${MARK_VARIABLE}" "$@"`;
  return {
    program,
    args: ['--settings', settings, '--', '/bin/sh', '-c', clean, 'sh', ...own, command.program, ...command.args],
    cwd: command.cwd,
    // It is a program for Node: ours is new enough.
    env: { PATH: [dirname(process.execPath), path].join(delimiter) },
  };
}

/** What it holds back, found by trying: a file of ours, a server of ours, and an address that leads nowhere. */
async function tryOut(
  exec: Sandbox['exec'],
  { env, hidden: [folder = tmpdir()] }: RuntimeOptions,
): Promise<SandboxFeature[]> {
  const place = await mkdtemp(join(await realpath(folder), 'probe-'));
  const server = createServer((socket) => socket.end());
  try {
    const [outside, checkout] = [join(place, 'outside'), join(place, 'checkout')];
    await writeFile(outside, '');
    await writeFile(join(place, 'secret'), 'secret');
    await mkdir(checkout);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const program = await readFile(new URL('./programs/try-runtime.cjs', import.meta.url), 'utf8');
    const kept = scrubEnv(env, { allow: ['HOME'] });
    const notHere = Object.keys(env).filter((name) => !(name in kept));
    const { stdout } = await exec(
      { program: process.execPath, args: ['-e', program, outside, String(port), ...notHere], timeoutMs: 20_000 },
      {
        writable: [{ from: checkout, at: checkout }],
        readOnly: [{ from: process.execPath, at: process.execPath }],
        network: 'none',
        limits: DEFAULT_SANDBOX_LIMITS,
      },
    );
    const said = new Set(stdout.text.split('\n'));
    if ((await readFile(outside, 'utf8')) !== '') said.delete('files');
    return FEATURES.filter((feature) => said.has(feature));
  } finally {
    server.close();
    await rm(place, { recursive: true, force: true });
  }
}

const FEATURES: readonly SandboxFeature[] = ['files', 'network', 'environment'];
