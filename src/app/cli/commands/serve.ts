import { once } from 'node:events';
import { EXIT, toErrorInfo } from '#contracts/errors.ts';
import { createLog } from '#host/log.ts';
import { redactor } from '#host/redact.ts';
import { chatService } from '../../chat/chat-service.ts';
import { withRuns } from '../../open-runs.ts';
import { openBrowser } from '../../server/open-browser.ts';
import { serveWindow, type WindowServer } from '../../server/serve.ts';
import { buildPageOfClone } from '../../server/web-folder.ts';
import type { Cli, JsonOption } from '../context.ts';
import { exitCodeFor, onInterrupt } from '../interrupts.ts';
import { me } from '../me.ts';
import { showExample, stopLines } from './serve-example.ts';

type Browser = 'opened' | 'none' | 'left';

export interface ServeCommandOptions extends JsonOption {
  readonly port?: number;
  readonly open?: boolean;
  readonly demo?: boolean;
}

/** Serves the window until it is asked to stop. */
export async function serve(cli: Cli, options: ServeCommandOptions): Promise<number> {
  const { screen, env, version } = cli;
  return withRuns(env, async (runs) => {
    const stopped = new AbortController();
    const interrupts = onInterrupt(() => stopped.abort());
    screen.gone.addEventListener('abort', () => stopped.abort());
    const log = createLog({
      sink: (line) => void process.stderr.write(line),
      redactor: redactor({}, env),
      clock: runs.clock,
      level: 'warn',
      format: screen.isTty ? 'pretty' : 'json',
    });
    const chat = chatService({
      runs,
      env,
      me: me(),
      warn: screen.err,
      failed: (run, error) => log.error('A conversation could not be driven on.', { run, error: toErrorInfo(error) }),
    });
    const { port, demo = false, json = false } = options;
    await buildPageOfClone(env, screen.err);
    const server = await serveWindow({
      runs,
      env,
      version,
      log,
      port,
      chat,
      ...(demo ? { example: { fast: false } } : {}),
    });
    let forgetLink = async (): Promise<void> => {};
    const over = stopped.signal.aborted ? Promise.resolve() : once(stopped.signal, 'abort');
    try {
      const { browser, forget } = await introduce(cli, server, runs.home.root, options);
      forgetLink = forget;
      const shown = demo && !json ? showExample(cli, runs, server, { browser, stop: stopped.signal }) : null;
      await over;
      await shown;
    } finally {
      await forgetLink();
      await server.close();
      await chat.close();
      interrupts.release();
    }
    if (!json) for (const line of await stopLines(cli, runs, demo ? server : null)) screen.err(line);
    return interrupts.got === null || interrupts.got === 'SIGINT' ? EXIT.done : exitCodeFor(interrupts.got);
  });
}

interface Introduced {
  readonly browser: Browser;
  /** Removes the file that led the browser to the link. */
  forget(): Promise<void>;
}

async function introduce(
  { screen, env }: Cli,
  server: WindowServer,
  folder: string,
  { json, open }: ServeCommandOptions,
): Promise<Introduced> {
  const link = server.newLink();
  if (json) screen.json({ type: 'listening', url: server.url, link, port: server.port });
  else {
    const { out, paint } = screen;
    out(`${paint('bold', 'Assay is at')} ${link}`);
    out(paint('dim', `The link works once, in one browser; later it is just ${server.url}. Ctrl-C stops it.`));
  }
  if (!open) return { browser: 'left', forget: async () => {} };
  // A separate link: the printed one stays valid for another browser.
  const { opened, forget } = await openBrowser({ url: server.url, link: server.newLink(), folder }, env);
  return { browser: opened ? 'opened' : 'none', forget };
}
