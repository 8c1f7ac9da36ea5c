import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { findOnPath } from '#host/find-system.ts';
import { runProcess } from '#host/run-process.ts';
import { type PythonIndexes, pipIndexes, uvIndexes } from './python-indexes.ts';
import type { KeyFiles } from './registry-keys.ts';

/** The settings of this machine's package managers. */
export interface ManagerAnswers {
  /** npm's own names for its settings. */
  readonly npm: Readonly<Record<string, string | undefined>>;
  /** The registries of other managers. */
  readonly others: readonly string[];
  readonly pip: PythonIndexes;
  /** Null where it is not installed. */
  readonly uv: PythonIndexes | null;
  /** Where the person's credentials are kept. */
  readonly keyFiles: KeyFiles;
}

type Env = Readonly<Record<string, string | undefined>>;
type Ask = (program: string, ...args: string[]) => Promise<string>;

/** Asks them as the person would: their own programs, with their own settings, outside of any project. */
export async function askManagers(env: Env): Promise<ManagerAnswers> {
  const ask = asking(env);
  const [npm, pip, ...others] = await Promise.all([
    ask('npm', 'config', 'list', '--json'),
    ask('python3', '-m', 'pip', 'config', 'list'),
    ask('pnpm', 'config', 'get', 'registry'),
    ask('yarn', 'config', 'get', 'registry'),
    ask('yarn', 'config', 'get', 'npmRegistryServer'),
  ]);
  const said = npmSettings(npm);
  return {
    npm: said,
    others: others.map((said) => said.trim()).filter((said) => URL.canParse(said)),
    pip: pipIndexes(pip, env),
    uv: findOnPath('uv', env) === null ? null : uvIndexes(await uvFiles(env), env),
    keyFiles: await keyFiles(said, env),
  };
}

/** npm prints the values of all its settings; only texts can name registries. */
const NpmSettings = z.record(z.string(), z.string().optional().catch(undefined));

function npmSettings(printed: string): z.output<typeof NpmSettings> {
  try {
    return NpmSettings.parse(JSON.parse(printed));
  } catch {
    return {}; // there was no answer
  }
}

/**
 * A failure counts as an empty answer: the manager is missing, or its settings are broken, which the install will
 * report.
 */
function asking(env: Env): Ask {
  return async (program, ...args) => {
    if (findOnPath(program, env) === null) return '';
    const { outcome, exitCode, stdout } = await runProcess({
      ...{ program, args, cwd: '/', timeoutMs: 30_000, maxBytes: 1024 ** 2 },
      // A manager that first downloads itself is not asked what it would download from.
      env: { ...env, COREPACK_ENABLE_NETWORK: '0' },
    });
    return outcome === 'exited' && exitCode === 0 ? stdout.text : '';
  };
}

/** npm prints no credential, so its files are read: the machine's and the person's, never a project's. */
async function keyFiles({ globalconfig, userconfig }: z.output<typeof NpmSettings>, env: Env): Promise<KeyFiles> {
  const npmrc = [globalconfig, userconfig].flatMap((path) => (path === undefined ? [] : [textOf(path)]));
  return { npmrc: await Promise.all(npmrc), netrc: await textOf(env.NETRC ?? join(env.HOME ?? homedir(), '.netrc')) };
}

const textOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

/** The machine's and the person's, in order of precedence. */
async function uvFiles({ HOME = homedir(), XDG_CONFIG_HOME = join(HOME, '.config') }: Env): Promise<string[]> {
  const paths = ['/etc/uv/uv.toml', join(XDG_CONFIG_HOME, 'uv/uv.toml')];
  return Promise.all(paths.map(textOf));
}
