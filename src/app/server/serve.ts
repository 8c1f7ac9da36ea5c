import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { ChatService } from '#contracts/chat.ts';
import { TOKEN_FRAGMENT } from '#contracts/http/session-routes.ts';
import type { Runs } from '#engine/runs.ts';
import type { Log } from '#host/log.ts';
import { redactor } from '#host/redact.ts';
import { me } from '../cli/me.ts';
import { windowApp } from './app.ts';
import { BrowserSessions } from './browser-sessions.ts';
import { Drives, type StartWanted } from './drives.ts';
import { type Graphs, knownGraphs } from './graphs.ts';
import { KeyedLock } from './keyed-lock.ts';
import { LOOPBACK, listen } from './listen.ts';
import { StoreWatch } from './live/store-watch.ts';
import { Streams } from './live/streams.ts';
import { Merges } from './merges.ts';
import { OneTimeLinks } from './one-time-links.ts';
import { RunFolds } from './run-folds.ts';
import type { ServerContext } from './server-context.ts';
import { Showcase } from './showcase.ts';
import { StaticFiles } from './static-files.ts';
import { WEB_FOLDER } from './web-folder.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface ServeOptions {
  readonly runs: Runs;
  readonly env: Env;
  readonly version: string;
  readonly log: Log;
  /** 0 takes any free port; default: the usual port, or any if that is taken. */
  readonly port?: number | undefined;
  /** The folder of the built page; default: the package's own. */
  readonly web?: string;
  readonly chat?: ChatService;
  /** Default: those of this Assay. */
  readonly graphs?: Graphs;
  /** Begins the example once the page is opened. */
  readonly example?: { readonly fast: boolean };
}

export interface WindowServer {
  readonly port: number;
  /** Without a token: for an admitted browser. */
  readonly url: string;
  /** Admits one browser, once. */
  newLink(): string;
  /** Starts an example, driven here. */
  start(wanted: StartWanted): Promise<string>;
  readonly showcase: Showcase;
  /** Clients that are connected now. */
  streams(): number;
  /** Disconnects clients and releases runs: nothing is lost. */
  close(): Promise<void>;
}

/** Serves the window, on loopback only. */
export async function serveWindow(options: ServeOptions): Promise<WindowServer> {
  const { runs, log } = options;
  const serverContext = serverContextOf(options);
  const streams = new Streams();
  const links = new OneTimeLinks(runs.clock);
  const sessions = new BrowserSessions(runs.home, runs.clock);
  const files = new StaticFiles(options.web ?? WEB_FOLDER, runs.clock);
  let url = '';
  const newLink = (): string => `${url}/#${TOKEN_FRAGMENT}=${links.make()}`;
  const app = windowApp({ serverContext, streams, links, files, sessions, newLink });
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  const port = await listen(server, options.port);
  url = `http://${LOOPBACK}:${port}`;
  server.on('error', (error) => log.error('The server reported an error.', { error: error.message }));
  return {
    port,
    url,
    newLink,
    start: (wanted) => serverContext.drives.start(wanted),
    showcase: serverContext.showcase,
    streams: () => streams.open,
    async close() {
      const freed = new Promise<void>((resolve) => server.close(() => resolve()));
      streams.close();
      await serverContext.drives.close();
      serverContext.watch.close();
      server.closeAllConnections();
      await freed;
    },
  };
}

function serverContextOf({ runs, env, version, log, chat, graphs, example }: ServeOptions): ServerContext {
  const watch = new StoreWatch({ store: runs.store, clock: runs.clock });
  const drives = new Drives({ runs, env, log, heard: () => watch.nudge() });
  return {
    runs,
    env,
    version,
    me: me(),
    log,
    redactor: redactor({}, env),
    watch,
    folds: new RunFolds(runs.store),
    merges: new Merges(runs.store, runs.blobs),
    graphs: graphs ?? knownGraphs(runs, env),
    drives,
    showcase: new Showcase({ runs, drives, auto: example !== undefined, fast: example?.fast ?? false }),
    locks: new KeyedLock(),
    chat: chat ?? null,
    server: randomBytes(8).toString('hex'),
    startedAt: runs.clock.now(),
  };
}
