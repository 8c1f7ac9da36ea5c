import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeFileAtomic } from '#host/atomic-file.ts';
import { escapeHtml } from '#host/escape-html.ts';
import { findOnPath } from '#host/find-system.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What to show: the page for an admitted browser, and the link that admits one. */
export interface PageToShow {
  readonly url: string;
  readonly link: string;
  /** A private folder. */
  readonly folder: string;
}

export interface OpenedBrowser {
  /** False where there is nothing to show it: a machine without a screen is normal. */
  readonly opened: boolean;
  /** Removes the files that were written to open it. */
  forget(): Promise<void>;
}

/**
 * Asks the system to show the page. Every user of a machine can read the arguments of every process, so the link is not
 * among them: the browser is given a file that only this user can read, which leads to the link.
 */
export async function openBrowser(
  { url, link, folder }: PageToShow,
  env: Env,
  platform: NodeJS.Platform = process.platform,
): Promise<OpenedBrowser> {
  const program = browserProgram(env, platform);
  if (program === null) return { opened: false, forget: async () => {} };
  const file = join(folder, 'open-the-window.html');
  // A browser on another machine cannot read files of this one: it sees the sign-in page, and the terminal has the
  // link.
  const isElsewhere = !hasScreen(env) && platform !== 'darwin' && !env.WSL_DISTRO_NAME;
  if (!isElsewhere) await writeFileAtomic(file, redirectPage(link), { mode: 0o600 });
  const child = spawn(program, [isElsewhere ? url : fileArgument(file, env)], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
  return { opened: true, forget: () => rm(file, { force: true }) };
}

/** `wslview` takes a path and translates it; the others take an address. */
const fileArgument = (file: string, env: Env): string => (env.WSL_DISTRO_NAME ? file : pathToFileURL(file).href);

const redirectPage = (link: string): string =>
  `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${escapeHtml(link)}">
<title>Assay</title>
<p><a href="${escapeHtml(link)}" rel="noreferrer">Open Assay</a></p>
`;

/** The program that opens a browser here; null where it would not be visible, or would take over the terminal. */
export function browserProgram(env: Env, platform: NodeJS.Platform): string | null {
  if (platform === 'darwin') return findOnPath('open', env);
  // An editor that is connected from elsewhere opens it on the person's machine.
  const named = env.BROWSER && !env.BROWSER.includes(' ') ? findOnPath(env.BROWSER, env) : null;
  if (env.WSL_DISTRO_NAME) return named ?? findOnPath('wslview', env) ?? findOnPath('xdg-open', env);
  if (named !== null && (hasScreen(env) || env.TERM_PROGRAM === 'vscode')) return named;
  return hasScreen(env) ? findOnPath('xdg-open', env) : null;
}

const hasScreen = ({ DISPLAY, WAYLAND_DISPLAY }: Env): boolean => Boolean(DISPLAY || WAYLAND_DISPLAY);
