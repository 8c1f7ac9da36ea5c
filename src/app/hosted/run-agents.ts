import type { Crew } from '#contracts/agent.ts';
import { redactor } from '#host/redact.ts';
import type { Places } from '#workflows/places.ts';
import { type BackendOptions, chooseBackend } from '../agents/choose-backend.ts';
import { recordedCrew } from '../agents/transcripts.ts';
import type { Project } from '../project/open-project.ts';
import type { Runs } from '../runs.ts';
import { hostedCrew } from './crew.ts';

export interface RunAgentsOptions {
  readonly runs: Runs;
  readonly project: Project;
  readonly workspaces: Places;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly wanted: BackendOptions;
  /** A gate runs the tests, so the agents do not. */
  readonly gateOwnsTests: boolean;
  /** Between what an agent does and what is recorded of it. */
  readonly told?: (crew: Crew) => Crew;
}

/** The agents of a run on its project's ground, as they are configured, with their transcripts kept. */
export function runAgents({ runs, project, workspaces, env, wanted, gateOwnsTests, told }: RunAgentsOptions): Crew {
  const machine = { env, home: runs.home, folder: project.repository, sandbox: async () => project.sandbox };
  const choose = (agent: string) => chooseBackend(agent, wanted, project.config, machine);
  const clean = redactor({}, env);
  const crew = hostedCrew({ runs, project, workspaces, choose, gateOwnsTests, redactor: clean });
  return recordedCrew(told?.(crew) ?? crew, runs.home, clean, () => runs.clock.now());
}
