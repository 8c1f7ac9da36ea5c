import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { AssayError, EXIT } from '#contracts/errors.ts';
import type { Tool } from '#contracts/tool.ts';
import type { Answer } from '#workflows/gated-pr/call.ts';
import type { ClientCalls } from '../../gated-pr/client-calls.ts';
import { clientCallsAt } from '../../gated-pr/open-client-calls.ts';
import { gatedPrTools } from '../../gated-pr/tools/tools.ts';
import { withRuns } from '../../open-runs.ts';
import { type ToolCall, toolCommand } from '../../tool-command/tool-command.ts';
import type { Cli } from '../context.ts';
import { callTool } from './tool.ts';

/** A tool as a command: same schema, same answers. */
export function prToolCommand(cli: Cli, name: string, toolName: string): Command {
  const command: Command = toolCommand(
    described(toolName),
    async (call) => cli.exit(await callPrTool(cli, toolName, await completed(call, command), command.opts())),
    name,
  );
  command.addOption(new Option('--wait', 'wait for the answer however long it takes (the default on a terminal)'));
  if (toolName === 'submit_work') {
    command.addOption(
      new Option('--analysis <decision>', 'short for --analysis-decision').choices(['SUCCESS', 'FAILURE']),
    );
  }
  const [report] = command.registeredArguments;
  if (toolName === 'escalate_for_external_help' && report) {
    report.description =
      'a Markdown file, or - for standard input: goal, what was tried, what was seen, what is needed';
  }
  return command;
}

const named = (name: string, clientCalls: () => Promise<ClientCalls>): Tool => {
  const tool = gatedPrTools(clientCalls).find((each) => each.name === name);
  if (!tool) throw new AssayError('UNEXPECTED', `there is no tool ${name}`);
  return tool;
};

/** As typed: a report is a file here. */
function described(name: string): Tool {
  const tool = named(name, noClientCalls);
  if (name !== 'escalate_for_external_help') return tool;
  return { ...tool, examples: [{ title: 'What a person needs to know', input: { markdown_report: 'report.md' } }] };
}

const noClientCalls = (): Promise<ClientCalls> =>
  Promise.reject(new AssayError('UNEXPECTED', 'the tool has no implementation here'));

/** Easier to type in a shell: a report as a file, a decision as one word. */
async function completed({ input, json }: ToolCall, command: Command): Promise<ToolCall> {
  const { markdown_report: file } = input;
  const { analysis } = command.opts();
  return {
    json,
    input: {
      ...input,
      ...(typeof file === 'string' ? { markdown_report: await reportFrom(file) } : {}),
      ...(analysis === undefined ? {} : { analysis_decision: analysis }),
    },
  };
}

async function reportFrom(file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  return readFile(file, 'utf8').catch(() => {
    throw new AssayError('FILE_MISSING', `there is no report at ${file}`, {
      next: 'Name a Markdown file, or - to read it from standard input.',
    });
  });
}

async function callPrTool(cli: Cli, name: string, call: ToolCall, { wait }: { wait?: boolean }): Promise<number> {
  const waits = wait ?? cli.screen.isTty;
  return withRuns(cli.env, async (runs) => {
    const say = cli.screen.isTty
      ? (line: string) => cli.screen.err(cli.screen.paintErr('dim', `  ${line}`))
      : undefined;
    const clientCalls = await clientCallsAt({
      runs,
      folder: process.cwd(),
      env: cli.env,
      ...(waits ? { patienceMs: FOR_EVER } : { elsewhere: (ticket) => goOnWith(ticket, cli.env) }),
      ...(say ? { say } : {}),
    });
    try {
      const code = await callTool(
        cli,
        named(name, async () => clientCalls),
        call,
      );
      const now = await clientCalls.snapshot();
      if (now?.snapshot.state.status !== 'HALTED') return code;
      if (!call.json) cli.screen.err(`a person is needed: assay guide ${now.run} "advice"`);
      return EXIT.person;
    } finally {
      await clientCalls.close();
    }
  });
}

const FOR_EVER = 2 ** 31 - 1;

/**
 * A separate process finishes the check if this one ends first. If that process dies, `assay check-work` continues the
 * check itself.
 */
function goOnWith(ticket: string, env: Cli['env']): void {
  const [program = process.execPath, ...before] = [process.execPath, ...process.execArgv, process.argv[1] ?? ''];
  const child = spawn(program, [...before, 'check-work', ticket, '--wait', '--json'], {
    detached: true,
    stdio: 'ignore',
    cwd: process.cwd(),
    env,
  });
  child.on('error', () => {});
  child.unref();
}

/** For the commands other than the tools. */
export async function withClientCalls<T>(cli: Cli, use: (clientCalls: ClientCalls) => Promise<T>): Promise<T> {
  return withRuns(cli.env, async (runs) => {
    const clientCalls = await clientCallsAt({ runs, folder: process.cwd(), env: cli.env, patienceMs: FOR_EVER });
    try {
      return await use(clientCalls);
    } finally {
      await clientCalls.close();
    }
  });
}

export const exitOf = ({ status }: Answer): number => (status === 'FAILURE' ? EXIT.failed : EXIT.done);
