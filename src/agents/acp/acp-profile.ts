import type { AgentTask } from '#contracts/agent.ts';
import type { ProgramSandbox } from '../program/program-sandbox.ts';

export interface LastAnswer {
  readonly session: string;
  /** When the attempt began. */
  readonly since: Date;
  readonly text: string;
}

/** What differs between agents that speak the same protocol: how they are told of their model and kept quiet. */
export interface AcpProfile {
  readonly title: string;
  /** It counts its own costs. */
  readonly tellsCost?: boolean;
  /** It reads and writes files itself, inside; what its client reads for it, it misunderstands. */
  readonly ownFiles?: boolean;
  /** To be authenticated with, where the agent asks for it. */
  readonly authMethod?: string;
  /** Whether the last answer of a session is written down; left out where that is done before it is given. */
  isKept?(programSandbox: ProgramSandbox, answer: LastAnswer): Promise<boolean>;
  /** Settings that are read from files, written to the sandbox's home. */
  prepare?(programSandbox: ProgramSandbox): Promise<void>;
  environment(programSandbox: ProgramSandbox, task: AgentTask): Record<string, string>;
  /** Added to the command. */
  arguments?(task: AgentTask): string[];
}

/** What an agent is given as its key: the proxy puts the real one in, outside. */
export const STAND_IN_KEY = 'added-outside';

export const homeVariable = ({ home }: ProgramSandbox): Record<string, string> => (home === null ? {} : { HOME: home });
