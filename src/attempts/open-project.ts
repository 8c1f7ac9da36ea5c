import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { quote } from '#code/shell-quote.ts';
import { type AssayConfig, CONFIG_PATH } from '#contracts/config.ts';
import { AssayError } from '#contracts/errors.ts';
import { SessionId } from '#contracts/ids.ts';
import type { Sandbox } from '#contracts/sandbox.ts';
import type { Repository, WorkspaceStore } from '#contracts/workspace.ts';
import type { Runs } from '#engine/runs.ts';
import { type MeasurementMemory, memoryInFolder } from '#gates/measurement-memory.ts';
import { makeFolder } from '#host/make-folder.ts';
import { readPersonConfig } from '#host/person-config.ts';
import { runProcess } from '#host/run-process.ts';
import { readConfig } from '#project/config/read-config.ts';
import { askManagers } from '#sandbox/layers/ask-managers.ts';
import { installSettings } from '#sandbox/layers/install-settings.ts';
import { layersOn } from '#sandbox/layers/layers.ts';
import { pythonEnvironments } from '#sandbox/layers/python-environments.ts';
import { sandboxedInstall } from '#sandbox/layers/sandboxed-install.ts';
import { measureInRuntime } from '#sandbox/measure-in-runtime.ts';
import { measureUnsandboxed } from '#sandbox/measure-unsandboxed.ts';
import { moduleCaches } from '#sandbox/module-caches.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { type MountedToolchain, toolchainMounts } from '#sandbox/toolchain-mounts.ts';
import { LocalWorkspaceStore } from '#workspace/store.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** A person's repository, and what it takes to work on it. */
export interface Project {
  /** At its top folder. */
  readonly repository: Repository;
  readonly session: SessionId;
  /** The folder for the person's data. */
  readonly home: string;
  readonly config: AssayConfig | undefined;
  readonly store: WorkspaceStore;
  readonly sandbox: Sandbox;
  /** Where gates run tests: the sandbox; where there is none, sandbox-runtime, or the bare machine if the person allows it. */
  readonly measuring: Sandbox;
  readonly tools: MountedToolchain;
  /** A folder of ours for files that last as long as a run. */
  readonly scratch: string;
  /** Stored measurements of its trees. */
  readonly measurements: MeasurementMemory;
}

/** Programs that a project's tests may need, where they are not the system's. */
const PROGRAMS = [
  'node',
  'npm',
  'npx',
  'pnpm',
  'yarn',
  'python3',
  'uv',
  'poetry',
  'go',
  'cargo',
  'rustc',
  'bun',
  'deno',
  'ruby',
  'bundle',
  'php',
  'composer',
  'java',
  'mvn',
  'gradle',
];

export async function openProject(
  runs: Pick<Runs, 'home' | 'clock' | 'blobs'>,
  folder: string,
  env: Env,
): Promise<Project> {
  const top = await projectTopOf(folder, env);
  const root = join(runs.home.root, 'workspaces');
  const scratch = join(runs.home.cache, 'scratch');
  await makeFolder(root);
  await makeFolder(scratch);
  const sandbox = await createSandbox({ folder: join(runs.home.cache, 'sandbox'), env, blobs: runs.blobs });
  const programs = await toolchainMounts(PROGRAMS, env, top);
  const caches = moduleCaches(env);
  const tools = { ...programs, mounts: [...programs.mounts, ...caches.mounts], env: caches.env };
  // Never on the bare machine: what a lockfile of the main branch asks for may be an agent's work.
  const settings = async () => installSettings(await askManagers(env), env);
  const install = sandboxedInstall({ sandbox, tools, settings });
  const shelf = { folder: join(root, 'layers'), trash: join(root, 'trash') };
  const layers = layersOn({ shelf, install, environments: pythonEnvironments(env) });
  const store = new LocalWorkspaceStore({ root, path: env.PATH ?? '', clock: runs.clock, sandbox, layers });
  const session = sessionOf(top);
  return {
    repository: store.repository(top),
    session,
    home: runs.home.root,
    config: await readConfig(top),
    store,
    sandbox,
    measuring: await measuringSandbox(sandbox, runs.home, env, root),
    tools,
    scratch,
    measurements: measurementsOf(runs.home, top, runs.clock),
  };
}

/** Without a sandbox of our own: the bare machine where the person allows it, else sandbox-runtime where it works. */
async function measuringSandbox(own: Sandbox, home: Runs['home'], env: Env, ours: string): Promise<Sandbox> {
  if (own.ability.kind !== 'none') return own;
  if ((await readPersonConfig(home)).measure === 'unsandboxed') return measureUnsandboxed(own, env, ours);
  return (await measureInRuntime({ none: own, env, ours, hidden: [home.root] })) ?? own;
}

/** Measurements of a repository's trees, kept with the person's other data. */
export const measurementsOf = (home: Runs['home'], repository: string, clock: Runs['clock']): MeasurementMemory =>
  memoryInFolder(join(home.cache, 'measurements', sessionOf(repository)), () => clock.now());

/** One session per repository: its runs belong together. */
export const sessionOf = (repository: string): SessionId =>
  SessionId.parse(`repo-${createHash('sha256').update(repository).digest('hex').slice(0, 16)}`);

export async function projectTopOf(folder: string, env: Env): Promise<string> {
  const asked = await runProcess({
    program: 'git',
    args: ['rev-parse', '--show-toplevel'],
    cwd: folder,
    // The person's own configuration says which folders of others they trust.
    env: { PATH: env.PATH ?? '', ...(env.HOME === undefined ? {} : { HOME: env.HOME }) },
    timeoutMs: 10_000,
  });
  const top = asked.stdout.text.trim();
  if (asked.exitCode === 0 && top !== '') return top;
  if (asked.outcome === 'unstartable')
    throw new AssayError('BINARY_NOT_FOUND', 'git was not found on the PATH', {
      next: 'Install it (`assay doctor` says how), or put its folder on the PATH.',
    });
  if (asked.stderr.text.includes('dubious ownership'))
    throw new AssayError('REPOSITORY_UNFIT', `${folder} belongs to another user, so git does not trust it`, {
      next: `If you do: git config --global --add safe.directory ${quote([/'(.+)'/.exec(asked.stderr.text)?.[1] ?? folder])}`,
    });
  throw new AssayError('REPOSITORY_UNFIT', `${folder} is not in a git repository`, {
    next: 'Change to one, or `git init`.',
  });
}

/** Every command that works on a project reports if it was not set up. */
export function requireConfig(config: AssayConfig | undefined, folder: string): AssayConfig {
  if (config) return config;
  throw new AssayError('CONFIG_INVALID', `${folder} is not set up: there is no ${CONFIG_PATH}`, {
    next: 'Run `assay init` there.',
  });
}
