import { openConnection } from './connection.ts';
import { readyShell, type Shell } from './shell.ts';
import { type Stdio, StdioTransport } from './stdio-transport.ts';

export interface StdioServer {
  /** Settles once the client is gone or `close` was called, and everything that ran has ended. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Serves one client. `stdout` must carry nothing else: see `reserveStdout`. */
export async function serveStdio(shell: Shell, io: Stdio): Promise<StdioServer> {
  const ready = readyShell(shell);
  return openConnection(ready, new StdioTransport(io, ready.limits.messageBytes));
}
