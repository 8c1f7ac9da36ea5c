import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentTask } from '#contracts/agent.ts';
import { readWorkspaceRef } from '#contracts/run-workspaces.ts';
import type { Home } from '#host/home.ts';
import { MCP_FILE } from '#sources/mcp/mcp-file.ts';
import { offerOf, openEnabled, whyNotUsed } from '#sources/project-servers.ts';
import type { HostedServers } from './attempt-runner.ts';

export interface HostedServersWanted {
  readonly task: AgentTask;
  /** The person's checkout: its servers are started there, as the person enabled them. */
  readonly repository: string;
  /** A folder with the rules of the repository at the commit that the run began from. */
  readonly folder: string;
  readonly home: Pick<Home, 'root'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/**
 * The servers of `.mcp.json` as of the run's base: what an agent writes there, or the run merges, starts nothing. An
 * agent that works blind gets none, since a server may show any file of the project; one that only reads gets only
 * those that the person said only read.
 */
export async function hostedServers(wanted: HostedServersWanted): Promise<HostedServers | null> {
  const { task, repository, folder, home, env, signal } = wanted;
  const text = await readFile(join(folder, MCP_FILE), 'utf8').catch(() => null);
  const offer = await offerOf(repository, home, text);
  if (offer === null) return null;
  const file = { path: MCP_FILE, hash: offer.fileHash };
  const why = withheldFrom(task) ?? whyNotUsed(offer);
  if (why !== null) return { ...NONE, file, withheld: why };
  const onlyReading = task.place === undefined || readWorkspaceRef(task.place).readOnly;
  const opened = await openEnabled(offer, repository, env, { onlyReading, signal });
  return { ...opened, [Symbol.asyncDispose]: opened[Symbol.asyncDispose], file, withheld: null };
}

const withheldFrom = ({ focus }: AgentTask): string | null =>
  (focus?.blindTo ?? []).length > 0 ? 'its servers may show what this agent is blind to' : null;

const NONE = { tools: [], problems: [], [Symbol.asyncDispose]: async () => undefined };
