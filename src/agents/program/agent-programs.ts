import { CLAUDE_SDK } from '../claude/sdk.ts';
import { CODEX_SDK } from '../codex/find-codex.ts';

/**
 * One agent with a program of its own: how it is found, installed, named, and whose models it works with. Choosing a
 * backend, its credentials, its sandbox and the lines of `assay doctor` derive from this table.
 */
export interface AgentProgram {
  /** What `--backend` takes for it. */
  readonly backend: string;
  readonly title: string;
  /** Its name on the PATH. */
  readonly program: string;
  /** The package through which Assay talks to it, and whether the program alone is of no use. */
  readonly package: { readonly name: string; readonly title: string; readonly isNeeded: boolean } | null;
  readonly install: string;
  /** Other commands that are this agent too: `acp:npx claude-code-acp`. */
  readonly also: RegExp | null;
  /** The providers whose keys it can work with; null: any. */
  readonly providers: readonly string[] | null;
  /** Whether it works without asking before it uses a tool: then only its sandbox holds it back. */
  readonly asksNobody: boolean;
}

export const AGENT_PROGRAMS: readonly AgentProgram[] = [
  {
    backend: 'claude',
    title: 'Claude Code',
    program: 'claude',
    package: { name: CLAUDE_SDK, title: 'Claude Agent SDK', isNeeded: true },
    install: `npm install -g ${CLAUDE_SDK}`,
    also: null,
    providers: ['anthropic'],
    asksNobody: false,
  },
  {
    backend: 'codex',
    title: 'Codex',
    program: 'codex',
    // The package brings the same program; the other is used where only it is there.
    package: { name: CODEX_SDK, title: 'Codex SDK', isNeeded: false },
    install: `npm install -g ${CODEX_SDK}`,
    also: /^acp:.*codex/,
    providers: ['openai'],
    asksNobody: true,
  },
  {
    backend: 'acp:claude-agent-acp',
    title: 'Claude Agent over ACP',
    program: 'claude-agent-acp',
    package: null,
    install: 'npm install -g @agentclientprotocol/claude-agent-acp',
    also: null,
    providers: ['anthropic'],
    asksNobody: false,
  },
  // As it was called before.
  {
    backend: 'acp:claude-code-acp',
    title: 'Claude Code over ACP',
    program: 'claude-code-acp',
    package: null,
    install: 'npm install -g @zed-industries/claude-code-acp',
    also: /^acp:.*claude/,
    providers: ['anthropic'],
    asksNobody: false,
  },
  {
    backend: 'acp:gemini --experimental-acp',
    title: 'Gemini CLI',
    program: 'gemini',
    package: null,
    install: 'npm install -g @google/gemini-cli',
    also: /^acp:.*gemini/,
    providers: ['google'],
    asksNobody: false,
  },
  {
    backend: 'acp:opencode acp',
    title: 'opencode',
    program: 'opencode',
    package: null,
    install: 'npm install -g opencode-ai',
    also: null,
    providers: null,
    asksNobody: false,
  },
];

/** The agent that a backend's name stands for; undefined for the native loop and for programs that are not known. */
export const agentProgramOf = (backend: string): AgentProgram | undefined =>
  AGENT_PROGRAMS.find((each) => each.backend === backend) ??
  AGENT_PROGRAMS.find(({ also }) => also?.test(backend) === true);
