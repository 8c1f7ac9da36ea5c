import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openRuns } from '#app/open-runs.ts';
import { type ServeOptions, serveWindow, type WindowServer } from '#app/server/serve.ts';
import { type AnswerOf, callRoute, type RouteInput } from '#contracts/http/call-route.ts';
import type { Route } from '#contracts/http/route.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import { TOKEN_FRAGMENT } from '#contracts/http/session-routes.ts';
import type { Runs } from '#engine/runs.ts';
import { createLog } from '#host/log.ts';
import { redactor } from '#host/redact.ts';

export interface Raw {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** A client at a port, as a browser with or without a key. */
export class Client {
  readonly port: number;
  readonly key: string | null;

  constructor(port: number, key: string | null = null) {
    this.port = port;
    this.key = key;
  }

  get authorization(): Record<string, string> {
    return this.key === null ? {} : { authorization: `Bearer ${this.key}` };
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Sends exactly this: `fetch` would tidy up paths and refuse some headers. */
  raw(path: string, { method = 'GET', headers = {}, body }: RawRequest = {}): Promise<Raw> {
    return new Promise((resolve, reject) => {
      const asked = request({
        host: '127.0.0.1',
        port: this.port,
        path,
        method,
        headers: { ...this.authorization, ...headers },
      });
      asked.on('error', reject);
      asked.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      });
      asked.end(body);
    });
  }

  call<R extends Route>(route: R, input: RouteInput<R>): Promise<AnswerOf<R>> {
    return callRoute(route, input, async (path, { method, headers, body }) => {
      const sent = { ...headers, origin: this.origin };
      const { status, text } = await this.raw(path, { method, headers: sent, ...(body === undefined ? {} : { body }) });
      return { status, text: async () => text };
    });
  }
}

/** Opens a one-time link as the page does, and keeps the key. */
export async function signIn(link: string): Promise<Client> {
  const { port } = new URL(link);
  const { key } = await new Client(Number(port)).call(ROUTES.enter, { body: { token: tokenOf(link) } });
  return new Client(Number(port), key);
}

export const tokenOf = (link: string): string =>
  new URLSearchParams(new URL(link).hash.slice(1)).get(TOKEN_FRAGMENT) ?? '';

export interface Window {
  readonly server: WindowServer;
  readonly runs: Runs;
  readonly client: Client;
  /** What the server wrote to its log. */
  readonly logged: string[];
}

export type WindowOptions = Partial<Pick<ServeOptions, 'web' | 'chat' | 'port' | 'graphs' | 'example'>> & {
  readonly home?: string;
  readonly env?: Record<string, string>;
};

/** A real server in this process, in a home of its own, and a browser that was let in. */
export async function openWindow({ home, env = {}, ...options }: WindowOptions = {}): Promise<Window> {
  const root = home ?? (await tempFolder());
  const vars = { PATH: process.env.PATH ?? '', HOME: root, ASSAY_HOME: root, ...env };
  const runs = await openRuns(vars);
  const logged: string[] = [];
  const log = createLog({ sink: (line) => void logged.push(line), redactor: redactor({}, vars), clock: runs.clock });
  const server = await serveWindow({ runs, env: vars, version: '0.0.0-test', log, port: 0, ...options });
  onTestFinished(async () => {
    await server.close();
    await runs.close();
  });
  return { server, runs, logged, client: await signIn(server.newLink()) };
}

export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-window-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Looks again until it is so. */
export async function until<T>(look: () => Promise<T | null | undefined | false>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
