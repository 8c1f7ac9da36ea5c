import { SERVER } from '../mcp-tools/tool-server.ts';

export interface CodexRun {
  readonly folder: string;
  readonly model: string | undefined;
  readonly system: string;
  readonly sandboxed: boolean;
  /** Null: the program's default. */
  readonly modelUrl: string | null;
  /** The address of our tools, or null. */
  readonly toolsUrl: string | null;
  readonly schemaFile: string | null;
  readonly thread: string | undefined;
}

/** What the SDK's own class would pass, and options that it lacks. */
export function codexArguments(run: CodexRun): string[] {
  const config: Record<string, Toml> = {
    approval_policy: 'never',
    web_search: 'disabled',
    check_for_update_on_startup: false,
    // The repository's instructions are in our prompt, from its base; the workspace's may be the agent's own work.
    project_doc_max_bytes: 0,
    'analytics.enabled': false,
    ...(run.system === '' ? {} : { developer_instructions: run.system }),
    ...(run.modelUrl === null ? {} : provider(run.modelUrl)),
    ...(run.toolsUrl === null ? {} : server(run.toolsUrl)),
  };
  return [
    'exec',
    '--experimental-json',
    '--skip-git-repo-check',
    ...Object.entries(config).flatMap(([key, value]) => ['--config', `${key}=${toml(value)}`]),
    ...(run.model === undefined ? [] : ['--model', run.model]),
    // Its own sandbox cannot be nested in ours, and is the only one outside of ours: there it only reads.
    ...['--sandbox', run.sandboxed ? 'danger-full-access' : 'read-only'],
    ...['--cd', run.folder],
    ...(run.schemaFile === null ? [] : ['--output-schema', run.schemaFile]),
    ...(run.thread === undefined ? [] : ['resume', run.thread]),
  ];
}

const PROVIDER = 'assay';

/** The built-in provider would use web sockets, and search for the person's login. */
const provider = (url: string): Record<string, Toml> => ({
  model_provider: PROVIDER,
  [`model_providers.${PROVIDER}`]: {
    name: PROVIDER,
    base_url: `${url}/v1`,
    env_key: 'CODEX_API_KEY',
    wire_api: 'responses',
    request_max_retries: 4,
    stream_max_retries: 4,
  },
});

const server = (url: string): Record<string, Toml> => ({
  [`mcp_servers.${SERVER}`]: {
    url,
    // We ask, call by call; Codex itself would refuse what it cannot ask a person about.
    default_tools_approval_mode: 'approve',
    startup_timeout_sec: 30,
    tool_timeout_sec: 24 * 3600,
  },
});

type Toml = string | number | boolean | { readonly [key: string]: Toml };

function toml(value: Toml): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object') return String(value);
  const members = Object.entries(value).map(([key, inner]) => `${key} = ${toml(inner)}`);
  return `{ ${members.join(', ')} }`;
}
