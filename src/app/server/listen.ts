import type { Server } from 'node:http';
import { AssayError, toErrorInfo } from '#contracts/errors.ts';

export const LOOPBACK = '127.0.0.1';

/** The default port: an open page finds the server again after a restart. */
export const USUAL_PORT = 4747;

/** Listens on loopback only. 0 takes any free port; without a port it takes the default, or any. Returns the port. */
export async function listen(server: Server, port?: number): Promise<number> {
  if (port !== undefined) return listenAt(server, port);
  try {
    return await listenAt(server, USUAL_PORT);
  } catch (thrown) {
    if (thrown instanceof AssayError && thrown.code === 'PORT_IN_USE') return listenAt(server, 0);
    throw thrown;
  }
}

function listenAt(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const refused = (error: Error): void => reject(unlistenable(error, port));
    server.once('error', refused);
    server.listen(port, LOOPBACK, () => {
      server.off('error', refused);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function unlistenable(error: Error, port: number): AssayError {
  const isTaken = 'code' in error && error.code === 'EADDRINUSE';
  const next = 'Choose another port, or 0 for any free one.';
  return isTaken
    ? new AssayError('PORT_IN_USE', `Port ${port} is in use.`, { next, cause: error })
    : new AssayError('UNEXPECTED', `Port ${port} cannot be opened: ${toErrorInfo(error).message}`, { cause: error });
}
