import { randomBytes } from 'node:crypto';
import { EXIT } from '#contracts/errors.ts';
import { createLog } from '#host/log.ts';
import { redactor } from '#host/redact.ts';
import { lazyClientCalls } from '../../gated-pr/tools/lazy-client-calls.ts';
import { closeOnSignals } from '../../mcp/close-on-signals.ts';
import { reserveStdout } from '../../mcp/reserve-stdout.ts';
import { serveHttp } from '../../mcp/serve-http.ts';
import { serveStdio } from '../../mcp/serve-stdio.ts';
import type { Shell } from '../../mcp/shell.ts';
import { toolSetsNamed } from '../../mcp/tool-sets.ts';
import { openRuns } from '../../open-runs.ts';
import type { Cli } from '../context.ts';

export interface McpOptions {
  readonly tools: string;
  readonly http?: boolean;
  readonly port: number;
}

/** Serves one client over stdin and stdout until it leaves; with `http` any number of them, until it is stopped. */
export async function mcp({ env, version, screen }: Cli, options: McpOptions): Promise<number> {
  const sets = toolSetsNamed(options.tools);
  const runs = await openRuns(env);
  const log = createLog({
    sink: (line) => void process.stderr.write(line),
    redactor: redactor({}, env),
    clock: runs.clock,
    level: 'warn',
  });
  const gated = lazyClientCalls(async () => {
    const { clientCallsAt } = await import('../../gated-pr/open-client-calls.ts');
    return clientCallsAt({ runs, folder: process.cwd(), env });
  });
  const parts = { runs, env, clientCalls: gated.clientCalls };
  const shell: Shell = {
    name: 'assay',
    version,
    instructions: [
      'Assay measures the work of coding agents; it believes no report.',
      ...sets.map(({ instructions }) => instructions),
    ].join('\n\n'),
    tools: (await Promise.all(sets.map(({ tools }) => tools(parts)))).flat(),
    resources: (await Promise.all(sets.map(({ resources }) => resources?.(parts) ?? []))).flat(),
    prompts: sets.flatMap(({ prompts }) => prompts ?? []),
    clock: runs.clock,
    log,
    cwd: process.cwd(),
    env,
  };
  if (options.http) await untilStopped(shell, options.port, screen);
  else {
    const server = await serveStdio(shell, { stdin: process.stdin, stdout: reserveStdout(process) });
    closeOnSignals(server, process);
    await server.closed;
  }
  await gated.close();
  await runs.close();
  return EXIT.done;
}

/** A new token for each start, required with every request: other programs and pages on this machine do not have it. */
async function untilStopped(shell: Shell, port: number, { out }: Cli['screen']): Promise<void> {
  const token = randomBytes(24).toString('base64url');
  const server = await serveHttp(shell, { port, token });
  out(`MCP at ${server.url}`);
  out(`Authorization: Bearer ${token}`);
  const { promise, resolve } = Promise.withResolvers<void>();
  closeOnSignals({ close: () => server.close().then(resolve) }, process);
  await promise;
}
