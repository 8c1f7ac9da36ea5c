import type { AgentTask } from '#contracts/agent.ts';
import type { ProgramSandbox } from '../program/program-sandbox.ts';

export interface LastAnswer {
  readonly session: string;
  /** When the attempt began. */
  readonly since: Date;
  readonly text: string;
}

/** The differences between agents with the same protocol: how to set their model and keep them quiet. */
export interface AcpProfile {
  readonly title: string;
  /** It counts its own costs. */
  readonly tellsCost?: boolean;
  /** It reads and writes files itself, inside; it misunderstands what its client reads for it. */
  readonly ownFiles?: boolean;
  /** For authentication, where the agent asks for it. */
  readonly authMethod?: string;
  /** Whether the last answer of a session is written to disk; left out where that happens before the answer is sent. */
  isKept?(programSandbox: ProgramSandbox, answer: LastAnswer): Promise<boolean>;
  /** Settings files, written to the sandbox's home. */
  prepare?(programSandbox: ProgramSandbox): Promise<void>;
  environment(programSandbox: ProgramSandbox, task: AgentTask): Record<string, string>;
  /** Added to the command. */
  arguments?(task: AgentTask): string[];
}

/** A placeholder for an agent's key: the proxy replaces it by the real one, outside. */
export const STAND_IN_KEY = 'added-outside';

export const homeVariable = ({ home }: ProgramSandbox): Record<string, string> => (home === null ? {} : { HOME: home });
