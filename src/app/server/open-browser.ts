import { spawn } from 'node:child_process';

/** Asks the system to show an address. Where that is not possible nothing happens: the address is printed as well. */
export function openBrowser(url: string, platform: NodeJS.Platform = process.platform): void {
  const program = platform === 'darwin' ? 'open' : 'xdg-open';
  const child = spawn(program, [url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
