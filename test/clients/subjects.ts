import { join } from 'node:path';
import { acpBackend } from '#agents/acp/acp-backend.ts';
import { claudeBackend } from '#agents/claude/claude-backend.ts';
import { codexBackend } from '#agents/codex/codex-backend.ts';
import type { BackendSubject } from '#agents/test/subject.ts';
import { callPrices } from '#attempts/sandboxes/watch-calls.ts';
import type { AgentTask, Backend } from '#contracts/agent.ts';
import { CANNOT } from './cannot.ts';
import { CLIENTS, type Client } from './clients.ts';
import type { World } from './world.ts';

/** A real client as the contract suite wants it. `installed` is the folder of all clients. */
export type MakeSubject = (world: World, installed: string) => BackendSubject;

/** Their models are answered by the simulator, whatever they are called. */
const withModel = (backend: Backend, model: string): Backend => ({
  ...backend,
  attempt: (task: AgentTask, place, signal) => backend.attempt({ model, ...task }, place, signal),
});

const PRICES = callPrices(undefined);

const home = (client: Client, installed: string): string => join(installed, client.folder);
const bin = (client: Client, installed: string, path: string): string =>
  join(home(client, installed), 'node_modules', client.package, path);

const anthropicCalls: BackendSubject['calls'] = {
  write: (path, content, folder) => ({ name: 'Write', input: { file_path: join(folder, path), content } }),
  read: (path, folder) => ({ name: 'Read', input: { file_path: join(folder, path) } }),
  shell: (command) => ({ name: 'Bash', input: { command } }),
};

export const claude: MakeSubject = (world, installed) => ({
  name: CLIENTS.claude.title,
  open: ({ url }, { transcripts }) =>
    withModel(
      claudeBackend({
        from: [home(CLIENTS.claude, installed)],
        openProgramSandbox: world.programSandbox(url, transcripts, home(CLIENTS.claude, installed)),
        simulated: true,
      }),
      'anthropic:claude-sonnet-4-5',
    ),
  calls: anthropicCalls,
  models: { priced: 'anthropic:claude-sonnet-4-5' },
  cannot: CANNOT.claude,
});

export const codex: MakeSubject = (world, installed) => ({
  name: CLIENTS.codex.title,
  open: ({ url }, { transcripts }) =>
    withModel(
      codexBackend({
        from: [home(CLIENTS.codex, installed)],
        env: {},
        openProgramSandbox: world.programSandbox(url, transcripts, home(CLIENTS.codex, installed)),
        simulated: true,
        priceOf: (used, ref) => (ref === undefined ? null : PRICES.usd(ref, used)),
      }),
      'openai:gpt-5.1-codex',
    ),
  calls: {
    write: (path, text, folder) => ({ name: 'exec_command', input: { cmd: `echo '${text}' > ${join(folder, path)}` } }),
    read: (path, folder) => ({ name: 'exec_command', input: { cmd: `cat ${join(folder, path)}` } }),
    shell: (cmd) => ({ name: 'exec_command', input: { cmd } }),
  },
  models: { unpriced: 'openai:gpt-unheard-of' },
  cannot: CANNOT.codex,
});

interface AcpClient {
  readonly client: Client;
  readonly command: (installed: string) => [string, ...string[]];
  readonly model: string;
  readonly calls: BackendSubject['calls'];
  readonly cannot: BackendSubject['cannot'];
}

const overAcp =
  ({ client, command, model, calls, cannot }: AcpClient): MakeSubject =>
  (world, installed) => ({
    name: client.title,
    open: ({ url }, { transcripts }) =>
      withModel(
        acpBackend({
          command: command(installed),
          openProgramSandbox: world.programSandbox(url, transcripts, home(client, installed)),
          simulated: true,
        }),
        model,
      ),
    calls,
    models: {},
    cannot,
  });

export const claudeAcp = overAcp({
  client: CLIENTS.claudeAcp,
  command: (installed) => ['node', bin(CLIENTS.claudeAcp, installed, 'dist/index.js')],
  model: 'anthropic:claude-sonnet-4-5',
  calls: {
    write: (path, content, folder) => ({ name: 'mcp__acp__Write', input: { file_path: join(folder, path), content } }),
    read: (path, folder) => ({ name: 'mcp__acp__Read', input: { file_path: join(folder, path) } }),
    shell: (command) => ({ name: 'mcp__acp__Bash', input: { command, timeout: 600_000 } }),
  },
  cannot: CANNOT.claudeAcp,
});

export const gemini = overAcp({
  client: CLIENTS.gemini,
  command: (installed) => ['node', bin(CLIENTS.gemini, installed, 'bundle/gemini.js'), '--experimental-acp'],
  model: 'google:gemini-2.5-pro',
  calls: {
    write: (path, content, folder) => ({ name: 'write_file', input: { file_path: join(folder, path), content } }),
    read: (path, folder) => ({ name: 'read_file', input: { file_path: join(folder, path) } }),
    shell: (command) => ({ name: 'run_shell_command', input: { command } }),
  },
  cannot: CANNOT.gemini,
});

export const opencode = overAcp({
  client: CLIENTS.opencode,
  command: (installed) => [bin(CLIENTS.opencode, installed, 'bin/opencode.exe'), 'acp'],
  model: 'anthropic:claude-sonnet-4-5',
  calls: {
    write: (path, content, folder) => ({ name: 'write', input: { filePath: join(folder, path), content } }),
    read: (path, folder) => ({ name: 'read', input: { filePath: join(folder, path) } }),
    shell: (command) => ({ name: 'bash', input: { command, description: 'Runs it' } }),
  },
  cannot: CANNOT.opencode,
});
