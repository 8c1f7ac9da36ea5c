import { backendOfClient, CLIENTS } from '#agents/known/known-agents.ts';
import { findAgents } from '#agents/program/find-agents.ts';
import type { ClientShown, ConnectAnswer, connectRoutes } from '#contracts/http/connect-routes.ts';
import { findOnPath } from '#host/find-system.ts';
import { assayCommand, BIN_FOLDER } from '../../connect/assay-command.ts';
import { withEntry } from '../../connect/plan-change.ts';
import { abilityOf } from '../../doctor/ability.ts';
import type { Handlers } from '../bind.ts';
import type { ServerContext } from '../server-context.ts';

type Env = ServerContext['env'];

/** Variables that lead to a model, and what uses them. */
const KEYS = [
  ['ANTHROPIC_API_KEY', 'Assay’s own loop, Claude Code'],
  ['OPENAI_API_KEY', 'Assay’s own loop, Codex'],
  ['AZURE_OPENAI_API_KEY', 'Assay’s own loop, with AZURE_OPENAI_ENDPOINT'],
  ['OPENAI_COMPATIBLE_BASE_URL', 'Assay’s own loop: vLLM, LM Studio, any such server'],
  ['GEMINI_API_KEY', 'Gemini CLI'],
] as const;

export const connectAnswers = ({ env }: ServerContext): Handlers<typeof connectRoutes> => {
  const ability = abilityOf(env);
  return { connect: () => whatCanBeConnected(env, ability) };
};

/** What is installed here, and how to connect it. Of the environment, only names; of files, nothing. */
async function whatCanBeConnected(env: Env, probe: ReturnType<typeof abilityOf>): Promise<ConnectAnswer> {
  const [agents, ability] = await Promise.all([findAgents(env, [process.cwd(), import.meta.dirname]), probe()]);
  const assay = assayCommand(env);
  return {
    assay,
    addToPath: assay === 'assay' ? null : BIN_FOLDER,
    agents: agents.map(({ next = null, path, ...agent }) => ({ ...agent, path: shortPath(path, env), next })),
    clients: Object.keys(CLIENTS).flatMap((id) => clientShown(id, env, assay, agents)),
    keys: KEYS.map(([name, use]) => ({ name, use, set: (env[name] ?? '').trim() !== '' })),
    unisolated: ability.kind === 'none' ? `${ability.why}. ${ability.next}` : null,
  };
}

function clientShown(
  id: string,
  env: Env,
  assay: string,
  agents: Awaited<ReturnType<typeof findAgents>>,
): ClientShown[] {
  const client = CLIENTS[id];
  if (!client) return [];
  const path = findOnPath(id, env);
  return [
    {
      id,
      title: client.title,
      // An editor may be installed without being a command.
      installed: path !== null || (client.install === null ? null : false),
      version: agents.find((agent) => agent.how === 'program' && agent.path === path)?.version ?? null,
      install: client.install,
      backend: backendOfClient(id),
      command: `${assay} connect ${id}`,
      file: client.usual === 'project' ? (client.project[0] ?? '') : `~/${client.user[0] ?? ''}`,
      format: client.format,
      configuration: withEntry(client, '', assay),
      next: client.next,
    },
  ];
}

const shortPath = (path: string, { HOME = '' }: Env): string =>
  HOME !== '' && path.startsWith(`${HOME}/`) ? `~${path.slice(HOME.length)}` : path;
