import type { AgentProgram } from './agent-program.ts';
import { claudeCode } from './claude-code.ts';
import { claudeAgentAcp, claudeCodeAcp } from './claude-over-acp.ts';
import type { ClientEntry } from './client-entry.ts';
import { codex } from './codex.ts';
import { cursor } from './cursor.ts';
import { geminiCli } from './gemini-cli.ts';
import type { KnownAgent } from './known-agent.ts';
import { opencode } from './opencode.ts';

/** In the order in which they are looked for, and shown. */
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

/** The agent that a backend's name stands for; undefined for the native loop and for programs that are not known. */
export const agentProgramOf = (backend: string): AgentProgram | undefined =>
  AGENT_PROGRAMS.find((each) => each.backend === backend) ??
  AGENT_PROGRAMS.find(({ also }) => also?.test(backend) === true);

/** What Assay drives a client by, where it can. */
export const backendOfClient = (name: string): string | null =>
  KNOWN_AGENTS.find(({ client }) => client?.name === name)?.program?.backend ?? null;

/** By the names that `assay connect` takes. */
export const CLIENTS: Readonly<Record<string, ClientEntry>> = Object.fromEntries(
  KNOWN_AGENTS.flatMap(({ client }) => (client ? [[client.name, client.entry] as const] : [])),
);
