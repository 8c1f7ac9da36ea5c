import { spawn } from 'node:child_process';
import { findOnPath } from '#host/find-system.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Asks the system to show an address. False where there is nothing to show it: a machine without a screen is normal. */
export function openBrowser(url: string, env: Env, platform: NodeJS.Platform = process.platform): boolean {
  const program = browserProgram(env, platform);
  if (program === null) return false;
  const child = spawn(program, [url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
  return true;
}

/** What opens a browser here; null where nobody would see it, or where it would take over the terminal. */
export function browserProgram(env: Env, platform: NodeJS.Platform): string | null {
  if (platform === 'darwin') return findOnPath('open', env);
  // An editor that is connected from elsewhere opens it on the machine the person sits at.
  const named = env.BROWSER && !env.BROWSER.includes(' ') ? findOnPath(env.BROWSER, env) : null;
  if (env.WSL_DISTRO_NAME) return named ?? findOnPath('wslview', env) ?? findOnPath('xdg-open', env);
  if (named !== null && (hasScreen(env) || env.TERM_PROGRAM === 'vscode')) return named;
  return hasScreen(env) ? findOnPath('xdg-open', env) : null;
}

const hasScreen = ({ DISPLAY, WAYLAND_DISPLAY }: Env): boolean => Boolean(DISPLAY || WAYLAND_DISPLAY);
