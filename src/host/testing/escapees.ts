/** Starts a process that tries to outlive its parent in a given way and prints its pid, then waits for ever. */
import { spawn } from 'node:child_process';

const way = process.argv[2];
const wait = 'setInterval(() => {}, 1000)';
const speak = `console.log(process.pid); ${wait}`;

const start = (code: string, options: { detached?: boolean; env?: Record<string, string> } = {}): void => {
  spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'inherit', 'inherit'], ...options });
};

if (way === 'child') start(speak);
if (way === 'session') start(speak, { detached: true });
if (way === 'no-environment') start(speak, { detached: true, env: {} });
if (way === 'deaf') start(`process.on('SIGTERM', () => {}); ${speak}`);
if (way === 'daemon') {
  // Forks twice, with a new session between, and the middle process ends: the classic way to lose a parent.
  const inner = `['-e', ${JSON.stringify(speak)}], { detached: true, stdio: 'inherit' }`;
  start(`require('node:child_process').spawn(process.execPath, ${inner}).unref()`, { detached: true });
}
setInterval(() => undefined, 1000);
