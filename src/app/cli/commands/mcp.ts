import { EXIT } from '#contracts/errors.ts';
import type { Tool } from '#contracts/tool.ts';
import { systemClock } from '#host/clock.ts';
import { createLog } from '#host/log.ts';
import { redactor } from '#host/redact.ts';
import { TOOLBELT } from '#tools/registry.ts';
import { clientCallsAt } from '../../gated-pr/open-client-calls.ts';
import { lazyClientCalls } from '../../gated-pr/tools/lazy-client-calls.ts';
import { gatedPrTools } from '../../gated-pr/tools/tools.ts';
import { freshKnowledge } from '../../knowledge/fresh-knowledge.ts';
import { knowledgeTools } from '../../knowledge/tools.ts';
import { closeOnSignals } from '../../mcp/close-on-signals.ts';
import { reserveStdout } from '../../mcp/reserve-stdout.ts';
import { serveStdio } from '../../mcp/serve-stdio.ts';
import { openRuns, type Runs } from '../../runs.ts';
import { runTools } from '../../tools/index.ts';
import type { Cli } from '../context.ts';

const INSTRUCTIONS = [
  'Assay measures the work of coding agents; it believes no report.',
  'To work on the plan of this repository: call get_task, do exactly what it says, make one attempt, call submit_work, and begin again. Submitted work is tested on a checkout of its own; do not run tests, linters or checks yourself, and do not repeat an attempt before the answer is read. RUNNING comes with a ticket: call check_work until the answer is there. FAILURE names what was seen and which honest step is open; tests, their configuration and the history are compared with what they were. Where you cannot go on, submit_work with `blocker` says so to a person and costs nothing.',
  'list_runs shows the runs of this machine, show_run one of them: its nodes, refusals, open questions and result. The other tools answer small questions safely: use find-binary before you call a program, schema before you write a query, checkpoint to see where a long job stands.',
].join('\n\n');

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
  const gated = lazyClientCalls(() => clientCallsAt({ runs, folder: process.cwd(), env }));
  const server = await serveStdio(
    {
      name: 'assay',
      version,
      instructions: INSTRUCTIONS,
      tools: [...gatedPrTools(gated.clientCalls), ...runTools(runs), ...(await toolbelt(runs, env))],
      clock: runs.clock,
      log,
      cwd: process.cwd(),
      env,
    },
    { stdin: process.stdin, stdout: reserveStdout(process) },
  );
  closeOnSignals(server, process);
  await server.closed;
  await gated.close();
  await runs.close();
  return EXIT.done;
}

const ABOUT_KNOWLEDGE =
  'What is known about the project you work in. Call search_code with your task or question before you list folders, grep or read whole files: it names the files and functions with lines and shows the best within a small budget. get_symbol, get_dependents and file_symbols answer exactly. remember keeps a fact for later sessions if all it names is found to be so.';

/** Serves only what is known about the project of this folder. */
export async function mcpKnowledge({ env, version }: Cli): Promise<number> {
  const knowledge = freshKnowledge(env, process.cwd());
  const sink = (line: string): void => void process.stderr.write(line);
  const log = createLog({ sink, redactor: redactor({}, env), clock: systemClock, level: 'warn' });
  const server = await serveStdio(
    {
      name: 'assay-knowledge',
      version,
      instructions: ABOUT_KNOWLEDGE,
      tools: knowledgeTools(knowledge.open),
      clock: systemClock,
      log,
      cwd: process.cwd(),
      env,
    },
    { stdin: process.stdin, stdout: reserveStdout(process) },
  );
  closeOnSignals(server, process);
  await server.closed;
  await knowledge.close();
  return EXIT.done;
}
