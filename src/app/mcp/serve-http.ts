import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import { httpApp, MCP_PATH } from './http-app.ts';
import type { HttpGuard } from './http-guard.ts';
import { HttpSessions } from './http-sessions.ts';
import { readyShell, type Shell } from './shell.ts';

export interface HttpOptions extends HttpGuard {
  /** 0 takes any free port. */
  readonly port: number;
}

export interface HttpServer {
  readonly url: string;
  readonly port: number;
  /** Clients connected now. */
  sessions(): number;
  /** Aborts what runs, waits for it, and frees the port. */
  close(): Promise<void>;
}

/** Serves any number of clients, on loopback only. */
export async function serveHttp(shell: Shell, options: HttpOptions): Promise<HttpServer> {
  const ready = readyShell(shell);
  const sessions = new HttpSessions(ready);
  const app = httpApp(ready, sessions, options);
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  const port = await listen(server, options.port);
  server.on('error', (error) => ready.log.error('The HTTP server reported an error.', { error: error.message }));
  return {
    port,
    url: `http://${LOOPBACK}:${port}${MCP_PATH}`,
    sessions: () => sessions.size,
    async close() {
      const freed = new Promise<void>((resolve) => server.close(() => resolve()));
      await sessions.close();
      server.closeAllConnections();
      await freed;
    },
  };
}

const LOOPBACK = '127.0.0.1';

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(unlistenable(error, port)));
    server.listen(port, LOOPBACK, () => {
      server.removeAllListeners('error');
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function unlistenable(error: Error, port: number): AssayError {
  const taken = 'code' in error && error.code === 'EADDRINUSE';
  return taken
    ? new AssayError('PORT_IN_USE', `Port ${port} is in use.`, {
        next: 'Choose another port, or 0 for any free one.',
        cause: error,
      })
    : new AssayError('UNEXPECTED', `Port ${port} cannot be opened: ${toErrorInfo(error).message}`, { cause: error });
}
