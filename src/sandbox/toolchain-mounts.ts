import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Mount } from '#contracts/sandbox.ts';
import { findOnPath } from '#host/find-system.ts';

const run = promisify(execFile);

export interface MountedToolchain {
  /** For the policy's `readOnly`. */
  readonly mounts: readonly Mount[];
  /** Folders for the PATH inside, before the system's. */
  readonly path: readonly string[];
  /** Programs that were not found on this machine. */
  readonly missing: readonly string[];
  /** Variables that say where module caches are, for the programs that run there. */
  readonly env?: Readonly<Record<string, string>>;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * What a sandbox must mount so that these programs run in it: of a program outside /usr its installation, found through
 * links and through the shims of version managers. `cwd` decides which version a shim means.
 */
export async function toolchainMounts(programs: readonly string[], env: Env, cwd = '/'): Promise<MountedToolchain> {
  const roots = new Map<string, Mount>();
  const path = new Set<string>();
  const missing: string[] = [];
  for (const program of programs) {
    const found = findOnPath(program, env);
    const real = found === null ? null : await realProgram(found, env, cwd);
    if (found === null || real === null) missing.push(program);
    else if (!isSystem(real)) {
      const root = rootOf(real, env.HOME ?? homedir());
      if (root !== real) roots.set(root, { from: root, at: root });
      const name = basename(program);
      // Beside its file under the name it is called by, or under a name we give it.
      if (findOnPath(join(dirname(real), name), env) !== null && root !== real) path.add(dirname(real));
      else {
        const at = `${ALIASES}/${name}`;
        roots.set(at, root === real ? { from: real, at } : { from: real, at, asLink: true });
        path.add(ALIASES);
      }
    }
  }
  const all = [...roots.values()];
  return { mounts: all.filter((mount) => !all.some((outer) => isWithin(outer, mount))), path: [...path], missing };
}

/** The file that finally runs. */
async function realProgram(found: string, env: Env, cwd: string): Promise<string | null> {
  const shim = SHIMS.find(({ at }) => at.test(found));
  if (shim === undefined) return realpathSync(found);
  const manager = findOnPath(shim.manager, env);
  if (manager === null) return null;
  const environment = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
  const asked = run(manager, [...shim.ask, basename(found)], { cwd, env: environment, timeout: 10_000 });
  const answer = await asked.then(({ stdout }) => stdout.trim()).catch(() => '');
  return answer.startsWith('/') ? realpathSync(answer) : null;
}

/** Programs that only start another, unknown one. */
const SHIMS = [
  { at: /\/\.?pyenv\/shims\//, manager: 'pyenv', ask: ['which'] },
  { at: /\/\.?rbenv\/shims\//, manager: 'rbenv', ask: ['which'] },
  { at: /\/\.?nodenv\/shims\//, manager: 'nodenv', ask: ['which'] },
  { at: /\/\.?asdf\/shims\//, manager: 'asdf', ask: ['which'] },
  { at: /\/mise\/shims\//, manager: 'mise', ask: ['which'] },
  {
    at: /\/\.cargo\/bin\/(?:cargo|rustc|rustdoc|rustfmt|clippy-driver|cargo-clippy|cargo-fmt)$/,
    manager: 'rustup',
    ask: ['which'],
  },
  { at: /\/\.volta\/bin\//, manager: 'volta', ask: ['which'] },
] as const;

const SYSTEM = /^\/(?:usr|bin|sbin|lib\w*)\//;
const isSystem = (path: string): boolean => SYSTEM.test(path);

/**
 * `<root>/bin/program` → `<root>`, and of a package's file the package; only the file where the root is a folder that
 * holds other data of the person.
 */
export function rootOf(real: string, home: string): string {
  const folder = dirname(real);
  const root = dirname(folder);
  const personal = [home, join(home, '.local'), join(home, '.cargo'), dirname(home), '/', '/opt', '/home', '/var'];
  if (basename(folder) === 'bin' && !personal.includes(root)) return root;
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(real)?.[0] ?? real;
}

/** Where single programs appear inside. */
const ALIASES = '/run/toolchain';

const isWithin = (outer: Mount, mount: Mount): boolean =>
  outer !== mount && outer.from === outer.at && mount.from === mount.at && mount.at.startsWith(`${outer.at}/`);
