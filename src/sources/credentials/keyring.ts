import { spawnSync } from 'node:child_process';

/** The person's system store for secrets of programs. */
export interface Keyring {
  /** Undefined where it has none under that name, or cannot be asked. */
  read(name: string): string | undefined;
  /** Whether it was stored. */
  write(name: string, value: string): boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

const WAIT_MS = 10_000;

/**
 * The Secret Service of a Linux desktop, through its own program. Null where there is no session: over SSH, in a
 * container, in CI. The secret goes through a pipe: command lines are visible to every user of the machine.
 */
export function systemKeyring(env: Env): Keyring | null {
  if (process.platform !== 'linux' || !env.DBUS_SESSION_BUS_ADDRESS) return null;
  const tool = (args: readonly string[], input = '') =>
    spawnSync('secret-tool', args, {
      ...{ input, encoding: 'utf8', timeout: WAIT_MS, stdio: ['pipe', 'pipe', 'ignore'] },
      env: { PATH: env.PATH, HOME: env.HOME, DBUS_SESSION_BUS_ADDRESS: env.DBUS_SESSION_BUS_ADDRESS },
    });
  const about = (name: string): string[] => ['service', 'assay', 'account', name];
  return {
    read: (name) => {
      const { status, stdout } = tool(['lookup', ...about(name)]);
      return status === 0 && stdout !== '' ? stdout.trim() : undefined;
    },
    write: (name, value) => tool(['store', '--label=Assay', ...about(name)], value).status === 0,
  };
}
