import type { AgentProgram } from './agent-program.ts';
import { claudeCode } from './claude-code.ts';
import { claudeAgentAcp, claudeCodeAcp } from './claude-over-acp.ts';
import type { ClientEntry } from './client-entry.ts';
import { codex } from './codex.ts';
import { cursor } from './cursor.ts';
import { geminiCli } from './gemini-cli.ts';
import type { KnownAgent } from './known-agent.ts';
import { opencode } from './opencode.ts';

/** In the order in which they are searched and shown. */
export const KNOWN_AGENTS: readonly KnownAgent[] = [
  claudeCode,
  codex,
  claudeAgentAcp,
  claudeCodeAcp,
  geminiCli,
  opencode,
  cursor,
];

export const AGENT_PROGRAMS: readonly AgentProgram[] = KNOWN_AGENTS.flatMap(({ program }) => program ?? []);

/** The agent of a backend's name; undefined for the native loop and for unknown programs. */
export const agentProgramOf = (backend: string): AgentProgram | undefined =>
  AGENT_PROGRAMS.find((each) => each.backend === backend) ??
  AGENT_PROGRAMS.find(({ also }) => also?.test(backend) === true);

/** The backend that drives a client, if there is one. */
export const backendOfClient = (name: string): string | null =>
  KNOWN_AGENTS.find(({ client }) => client?.name === name)?.program?.backend ?? null;

/** By their names in `assay connect`. */
export const CLIENTS: Readonly<Record<string, ClientEntry>> = Object.fromEntries(
  KNOWN_AGENTS.flatMap(({ client }) => (client ? [[client.name, client.entry] as const] : [])),
);
