import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AttemptEnv } from '#contracts/agent.ts';
import { makeFolder } from '#host/make-folder.ts';
import { startOutside } from './start-outside.ts';

export interface UnsandboxedProgramOptions {
  readonly folder: string;
  /** For the program's settings and transcripts; the person's own where they are logged in there. */
  readonly home: string | null;
  /** Of Assay itself; scrubbed before it is passed on. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What else the program needs and the person allows: a key, a home. */
  readonly extra?: Readonly<Record<string, string>>;
  readonly modelUrl?: string;
}

/** The sandbox interface on the bare machine, for people who let an agent work without a sandbox. Prevents nothing. */
export async function openUnsandboxedProgram(options: UnsandboxedProgramOptions) {
  if (options.home !== null) await makeFolder(options.home);
  const open: Server[] = [];
  const start: NonNullable<AttemptEnv['start']> = startOutside(options.folder, options.env);
  return {
    sandboxed: false,
    start,
    home: options.home,
    modelUrl: options.modelUrl ?? null,
    env: options.extra ?? {},
    async offer(handler: RequestListener): Promise<{ readonly url: string }> {
      const server = createServer(handler);
      open.push(server);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` };
    },
    async close(): Promise<void> {
      await Promise.all(
        open.map(async (server) => {
          const closed = once(server, 'close');
          server.close();
          server.closeAllConnections();
          await closed;
        }),
      );
    },
  };
}
