import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The real agents that are put to the test, by what npm calls them. One folder each: they are big, and share nothing. */
export interface Client {
  readonly folder: string;
  readonly title: string;
  readonly package: string;
  readonly version: string;
  /** Its own program, where it also drives a gated PR through `assay mcp`, as a person has it. */
  readonly connected?: string;
}

export const CLIENTS = {
  claude: {
    folder: 'claude',
    title: 'Claude Agent SDK',
    package: '@anthropic-ai/claude-agent-sdk',
    version: '0.3.325',
    connected: 'Claude Code',
  },
  codex: {
    folder: 'codex',
    title: 'Codex SDK',
    package: '@openai/codex-sdk',
    version: '0.163.0',
    connected: 'Codex CLI',
  },
  claudeAcp: {
    folder: 'claude-acp',
    title: 'Claude Code over ACP',
    package: '@zed-industries/claude-code-acp',
    version: '0.16.2',
  },
  gemini: {
    folder: 'gemini',
    title: 'Gemini CLI over ACP',
    package: '@google/gemini-cli',
    version: '0.61.0',
    connected: 'Gemini CLI',
  },
  opencode: {
    folder: 'opencode',
    title: 'opencode over ACP',
    package: 'opencode-ai',
    version: '1.18.33',
    connected: 'opencode',
  },
} satisfies Record<string, Client>;

export type ClientName = keyof typeof CLIENTS;

/** Where they are installed: they are big, and stay there. */
export const clientsFolder = ({ ASSAY_CLIENTS }: NodeJS.ProcessEnv): string =>
  ASSAY_CLIENTS ?? join(tmpdir(), 'assay-test-clients');

/** Whether this very version of it is there. */
export function isInstalled(client: Client, installed: string): boolean {
  const file = join(installed, client.folder, 'node_modules', client.package, 'package.json');
  if (!existsSync(file)) return false;
  return Reflect.get(Object(JSON.parse(readFileSync(file, 'utf8'))), 'version') === client.version;
}
