import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRuns } from '#app/open-runs.ts';
import { type ServeOptions, serveWindow, type WindowServer } from '#app/server/serve.ts';
import type { Runs } from '#engine/runs.ts';
import { createLog } from '#host/log.ts';
import { redactor } from '#host/redact.ts';
import { builtPage } from './built-page.ts';

export interface Window {
  readonly server: WindowServer;
  readonly runs: Runs;
  readonly home: string;
  close(): Promise<void>;
}

/** A real server in this process, with the built page and a home of its own. */
export async function openWindow(
  options: Partial<Pick<ServeOptions, 'chat' | 'port' | 'graphs' | 'example'>> = {},
  vars: Readonly<Record<string, string>> = {},
  /** Made up: on the PATH, and saying a version. */
  programs: readonly string[] = [],
): Promise<Window> {
  const web = await builtPage();
  const home = await mkdtemp(join(tmpdir(), 'assay-web-'));
  const bin = join(home, 'bin');
  await mkdir(bin);
  for (const name of programs) await writeFile(join(bin, name), '#!/bin/sh\necho 9.8.7\n', { mode: 0o755 });
  const PATH = `${bin}:${vars.PATH ?? process.env.PATH ?? ''}`;
  const env = { HOME: home, ASSAY_HOME: home, ...vars, PATH };
  const runs = await openRuns(env);
  const log = createLog({ sink: () => undefined, redactor: redactor({}, env), clock: runs.clock });
  const server = await serveWindow({ runs, env, version: '0.1.0', log, port: 0, web, ...options });
  return {
    server,
    runs,
    home,
    close: async () => {
      await server.close();
      await runs.close();
      await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}
