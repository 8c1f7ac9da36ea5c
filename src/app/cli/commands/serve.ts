import { once } from 'node:events';
import { EXIT, toErrorInfo } from '#contracts/errors.ts';
import { createLog } from '#host/log.ts';
import { redactor } from '#host/redact.ts';
import { chatService } from '../../chat/chat-service.ts';
import { withRuns } from '../../runs.ts';
import { openBrowser } from '../../server/open-browser.ts';
import { serveWindow, type WindowServer } from '../../server/serve.ts';
import type { Cli, JsonOption } from '../context.ts';
import { exitCodeFor, onInterrupt } from '../interrupts.ts';
import { me } from '../me.ts';
import type { Screen } from '../screen.ts';

export interface ServeCommandOptions extends JsonOption {
  readonly port: number;
  readonly open?: boolean;
  readonly demo?: boolean;
}

/** Serves the window until it is asked to stop. */
export async function serve({ screen, env, version }: Cli, options: ServeCommandOptions): Promise<number> {
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
      failed: (run, error) => log.error('A conversation could not be driven on.', { run, error: toErrorInfo(error) }),
    });
    const server = await serveWindow({ runs, env, version, log, port: options.port, chat });
    try {
      const run = options.demo ? await server.start({ workflow: 'first-run', ask: false, fast: false }) : null;
      introduce(screen, server, options, run);
      if (!stopped.signal.aborted) await once(stopped.signal, 'abort');
    } finally {
      await server.close();
      await chat.close();
      interrupts.release();
    }
    if (!options.json) screen.err('stopped; runs that were driven here can be resumed');
    return interrupts.got === null || interrupts.got === 'SIGINT' ? EXIT.done : exitCodeFor(interrupts.got);
  });
}

function introduce(
  screen: Screen,
  server: WindowServer,
  { json, open }: ServeCommandOptions,
  run: string | null,
): void {
  const link = server.newLink();
  if (json) screen.json({ type: 'listening', url: server.url, link, port: server.port, ...(run ? { run } : {}) });
  else {
    const { out, paint } = screen;
    out(`${paint('bold', 'Assay is at')} ${link}`);
    out(paint('dim', `The link works once, in one browser; later it is just ${server.url}. Ctrl-C stops it.`));
    if (run) out(paint('yellow', `Run ${run} goes on there, with simulated agents.`));
  }
  if (open) openBrowser(link);
}
