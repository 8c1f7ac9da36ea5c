import type { AgentResult } from '#contracts/agent.ts';
import { modelTrouble } from '../program/model-trouble.ts';
import { programFailure } from '../program/program-failure.ts';
import type { TurnState } from './run-codex.ts';

const REINSTALL = 'Run `codex` directly to see the error; reinstall it if it does not start.';

/** A failed turn, in the program's words, or a program that ended without any. */
export const codexFailure = ({ failure, ended }: TurnState): AgentResult =>
  failure === undefined ? programFailure('Codex', ended, REINSTALL) : modelTrouble('Codex', failure);
