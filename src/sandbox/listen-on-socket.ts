import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

export interface SocketServer {
  readonly socket: string;
  /** Closes open connections. */
  close(): Promise<void>;
}

/** Listens on a Unix socket that only its owner can use. */
export async function listenOnSocket(server: Server, socket: string): Promise<SocketServer> {
  const open = new Set<Duplex>();
  server.on('connection', (connection: Duplex) => {
    open.add(connection);
    connection.on('close', () => open.delete(connection));
  });
  server.listen(socket);
  await once(server, 'listening');
  await chmod(socket, 0o600);
  return {
    socket,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const connection of open) connection.destroy();
      await closed;
    },
  };
}
