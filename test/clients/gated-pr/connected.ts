import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Json } from '#contracts/json.ts';
import type { ClientName } from '../clients.ts';
import { CLIENTS } from '../clients.ts';

export type ConnectedName = 'claude' | 'codex' | 'opencode' | 'gemini';

interface Use {
  readonly name: string;
  readonly input: Json;
}

/** A client as a person has it on their machine: its own program, its own settings, its own tools. */
export interface ConnectedClient {
  readonly title: string;
  readonly installed: ClientName;
  /** What npm installed, from the folder of all clients. */
  readonly program: readonly [string, ...string[]];
  readonly args: (prompt: string, folder: string) => readonly string[];
  readonly env: (url: string) => Readonly<Record<string, string>>;
  /** Its own settings, which say where its model is. Written before Assay is connected. */
  readonly settings: (url: string) => { readonly path: string; readonly text: string } | null;
  /** How its model names a tool of the server `assay`. */
  readonly tool: (name: string) => string;
  /** How its model writes a file; `there` says that it is there already. */
  readonly write: (path: string, text: string, there: boolean) => readonly Use[];
  readonly shell: (command: string) => Use;
}

const KEY = 'simulated';
const ANTHROPIC = 'claude-sonnet-4-5';
const modules = (client: ClientName, path: string): string => join(CLIENTS[client].folder, 'node_modules', path);

/** Without a file tool of its own, as a shell does it. */
const heredoc = (path: string, text: string): string =>
  `mkdir -p '${dirname(path)}' && cat > '${path}' <<'END_OF_FILE'\n${text}${text.endsWith('\n') ? '' : '\n'}END_OF_FILE`;

export const CONNECTED: Readonly<Record<ConnectedName, ConnectedClient>> = {
  claude: {
    title: 'Claude Code',
    installed: 'claude',
    program: [modules('claude', `@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}/claude`)],
    // The tools of the server are allowed by name; nothing is bypassed.
    args: (prompt) => ['-p', prompt, '--model', ANTHROPIC, '--allowedTools', 'mcp__assay', 'Bash', 'Read', 'Write'],
    env: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: KEY,
      // It waits for a server no longer than five seconds, which a busy machine needs for its start.
      MCP_CONNECT_TIMEOUT_MS: '60000',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
    settings: () => null,
    tool: (name) => `mcp__assay__${name}`,
    // It writes over a file only after it has read it.
    write: (file_path, content, there) => [
      ...(there ? [{ name: 'Read', input: { file_path } }] : []),
      { name: 'Write', input: { file_path, content } },
    ],
    shell: (command) => ({ name: 'Bash', input: { command } }),
  },
  codex: {
    title: 'Codex CLI',
    installed: 'codex',
    program: [modules('codex', '.bin/codex')],
    // In its own sandbox, with git's folder opened: else no commit can be made from it.
    args: (prompt, folder) => [
      ...['exec', '--json', '--sandbox', 'workspace-write'],
      ...['--config', `sandbox_workspace_write.writable_roots=[${JSON.stringify(join(folder, '.git'))}]`],
      prompt,
    ],
    // Its sandbox needs a program that it does not put into a home under the temporary folder, where ours is.
    env: () => ({ CODEX_API_KEY: KEY, TMPDIR: '/var/tmp' }),
    settings: (url) => ({
      path: '.codex/config.toml',
      text: `# mine
model = "gpt-5.1-codex"
model_provider = "simulated"
check_for_update_on_startup = false

[model_providers.simulated]
name = "simulated"
base_url = "${url}/v1"
env_key = "CODEX_API_KEY"
wire_api = "responses"
`,
    }),
    tool: (name) => name,
    write: (path, text) => [{ name: 'exec_command', input: { cmd: heredoc(path, text) } }],
    shell: (cmd) => ({ name: 'exec_command', input: { cmd } }),
  },
  opencode: {
    title: 'opencode',
    installed: 'opencode',
    program: [modules('opencode', 'opencode-ai/bin/opencode.exe')],
    args: (prompt) => ['run', '--model', `anthropic/${ANTHROPIC}`, prompt],
    env: () => ({
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    }),
    settings: (url) => ({
      path: '.config/opencode/opencode.json',
      text: JSON.stringify({
        autoupdate: false,
        share: 'disabled',
        small_model: `anthropic/${ANTHROPIC}`,
        provider: { anthropic: { options: { baseURL: `${url}/v1`, apiKey: KEY }, models: { [ANTHROPIC]: {} } } },
      }),
    }),
    tool: (name) => `assay_${name}`,
    write: (filePath, content, there) => [
      ...(there ? [{ name: 'read', input: { filePath } }] : []),
      { name: 'write', input: { filePath, content } },
    ],
    shell: (command) => ({ name: 'bash', input: { command, description: 'Runs it' } }),
  },
  gemini: {
    title: 'Gemini CLI',
    installed: 'gemini',
    program: [process.execPath, modules('gemini', '@google/gemini-cli/bundle/gemini.js')],
    args: (prompt) => ['-p', prompt, '--model', 'gemini-2.5-pro', '--approval-mode', 'yolo'],
    env: (url) => ({
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_API_KEY: KEY,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GEMINI_CLI_NO_RELAUNCH: 'true',
    }),
    settings: () => ({
      path: '.gemini/settings.json',
      text: JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        general: { disableAutoUpdate: true, enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
      }),
    }),
    tool: (name) => `mcp_assay_${name}`,
    write: (file_path, content) => [{ name: 'write_file', input: { file_path, content } }],
    shell: (command) => ({ name: 'run_shell_command', input: { command } }),
  },
};

/** Where a program of the client lies in this folder of installed clients. */
export const programOf = ({ program }: ConnectedClient, installed: string): [string, ...string[]] => {
  const [first, ...rest] = program;
  const at = (path: string): string => (path.startsWith('/') ? path : join(installed, path));
  return [at(first), ...rest.map(at)];
};

export function writeSettings({ settings }: ConnectedClient, home: string, url: string): void {
  const file = settings(url);
  if (file === null) return;
  mkdirSync(dirname(join(home, file.path)), { recursive: true });
  writeFileSync(join(home, file.path), file.text);
}
