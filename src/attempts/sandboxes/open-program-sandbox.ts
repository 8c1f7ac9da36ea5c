import { agentProgramOf } from '#agents/known/known-agents.ts';
import type { OpenProgramSandbox } from '#agents/program/program-sandbox.ts';
import { AssayError } from '#contracts/errors.ts';
import type { CallGate } from '#contracts/model-calls.ts';
import type { Sandbox } from '#contracts/sandbox.ts';
import type { Home } from '#host/home.ts';
import { openSandboxedProgram } from '#sandbox/sandboxed-program.ts';
import type { MountedToolchain } from '#sandbox/toolchain-mounts.ts';
import { openUnsandboxedProgram } from '#sandbox/unsandboxed-program.ts';
import { accessFor, keyVariablesFor, type ModelAccess } from '../backends/credentials.ts';
import { openProgramHome } from './program-home.ts';
import { type CallPrices, watchCalls } from './watch-calls.ts';

export interface SandboxWanted {
  readonly backend: string;
  readonly model: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: Home;
  sandbox(): Promise<Sandbox>;
  /** Mounts that its program needs. */
  mounts(folder: string): Promise<Pick<MountedToolchain, 'mounts' | 'path'>>;
  /** The person lets it work on the bare machine, with its own login. */
  readonly unsandboxed: boolean;
  readonly prices: CallPrices;
  readonly calls?: CallGate | undefined;
}

/** Where an agent's own program works: in the sandbox with its key added outside, or outside if the person says so. */
export function sandboxOpener(wanted: SandboxWanted): OpenProgramSandbox {
  const { backend, model, env, unsandboxed } = wanted;
  return async (task, place, calls) => {
    if (unsandboxed) {
      const keys = keyVariablesFor(backend, task.model ?? model);
      const extra = Object.fromEntries(
        ['HOME', ...keys].flatMap((name) => (env[name] === undefined ? [] : [[name, env[name] ?? '']])),
      );
      return openUnsandboxedProgram({ folder: place.folder, home: env.HOME ?? null, env, extra });
    }
    // First check that it is installed: without it no key is needed.
    const { mounts, path } = await wanted.mounts(place.folder);
    const access = requireAccess(backend, task.model ?? model, env);
    const sandbox = await wanted.sandbox();
    const home = await openProgramHome(wanted.home, backend, place.conversation);
    try {
      const programSandbox = await openSandboxedProgram({
        sandbox,
        folder: place.folder,
        folderReadOnly: (place.readOnly ?? false) && (asksNobody(backend) || place.conversation === undefined),
        home: home.folder,
        readOnly: [...mounts, ...(place.mounts ?? [])],
        path,
        ...(place.env === undefined ? {} : { env: place.env }),
        model: { ...access, watch: watchCalls(calls, { ...access, prices: wanted.prices, gate: wanted.calls, task }) },
      });
      return { ...programSandbox, close: () => programSandbox.close().finally(home.leave) };
    } catch (thrown) {
      await home.leave();
      throw thrown;
    }
  };
}

/**
 * In a person's own folder, agents that ask before each use of a tool are held back by the answers; this one by its
 * mounts. A workspace may be changed freely.
 */
const asksNobody = (backend: string): boolean => agentProgramOf(backend)?.asksNobody ?? false;

/** How it reaches its model; throws where there is no key for it. */
export function requireAccess(backend: string, model: string | undefined, env: SandboxWanted['env']): ModelAccess {
  const access = accessFor(backend, model, env);
  if (access !== null) return access;
  const keys = keyVariablesFor(backend, model).filter((name) => !name.endsWith('_URL'));
  throw new AssayError(
    'MODEL_KEY_MISSING',
    `${backend} has no key to work with in a sandbox, where its own login is not seen`,
    {
      next: `Set ${keys.join(' or ')}. To work with its own login, connect it instead (\`assay connect\`); \`assay ask\` and \`assay chat\` take --unsandboxed.`,
    },
  );
}
