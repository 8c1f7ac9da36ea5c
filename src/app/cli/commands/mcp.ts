import { EXIT } from '#contracts/errors.ts';
import type { Tool } from '#contracts/tool.ts';
import { createLog } from '#host/log.ts';
import { redactor } from '#host/redact.ts';
import { TOOLBELT } from '#tools/registry.ts';
import { closeOnSignals } from '../../mcp/close-on-signals.ts';
import { reserveStdout } from '../../mcp/reserve-stdout.ts';
import { serveStdio } from '../../mcp/serve-stdio.ts';
import { openRuns, type Runs } from '../../runs.ts';
import { runTools } from '../../tools/index.ts';
import type { Cli } from '../context.ts';

const INSTRUCTIONS =
  'Assay drives coding agents and checks what they claim. list_runs shows the runs of this machine, show_run one of them: its nodes, refusals, open questions and result. The other tools answer small questions safely: use find-binary before you call a program, schema before you write a query, checkpoint to see where a long job stands.';

const toolbelt = ({ home, store, blobs, clock, isGone }: Runs, env: Cli['env']): Promise<Tool[]> => {
  const userHome = env.HOME === undefined ? {} : { userHome: env.HOME };
  const open = async () => ({ store, blobs, clock, isGone });
  const supplies = { cacheFolder: home.cache, database: home.database, open, ...userHome };
  return Promise.all(TOOLBELT.map((entry) => entry.load(supplies)));
};

/** Serves one client until it leaves. */
export async function mcp({ env, version }: Cli): Promise<number> {
  const runs = await openRuns(env);
  const log = createLog({
    sink: (line) => void process.stderr.write(line),
    redactor: redactor({}, env),
    clock: runs.clock,
    level: 'warn',
  });
  const server = await serveStdio(
    {
      name: 'assay',
      version,
      instructions: INSTRUCTIONS,
      tools: [...runTools(runs), ...(await toolbelt(runs, env))],
      clock: runs.clock,
      log,
      cwd: process.cwd(),
      env,
    },
    { stdin: process.stdin, stdout: reserveStdout(process) },
  );
  closeOnSignals(server, process);
  await server.closed;
  await runs.close();
  return EXIT.done;
}
