import { agentChecks, providerKeys } from './agents.ts';
import type { DoctorCheck } from './check.ts';
import { database, diskSpace, homeWritable } from './data.ts';
import { modelEnds } from './models.ts';
import { nodeVersion, program } from './programs.ts';
import { sandbox } from './sandbox.ts';

/** All checks of `assay doctor`, in the order they are shown. */
export const DOCTOR_CHECKS: readonly DoctorCheck[] = [
  nodeVersion,
  program({ name: 'git', group: 'needed', purpose: 'workspaces' }),
  homeWritable,
  database,
  diskSpace,
  program({ name: 'bubblewrap', group: 'optional', programs: ['bwrap'], purpose: 'isolating agents' }),
  sandbox,
  program({ name: 'tmux', group: 'optional', purpose: 'trying the terminal screens' }),
  program({
    name: 'chromium',
    group: 'optional',
    programs: ['chromium', 'chromium-browser', 'google-chrome'],
    purpose: 'previews and browser tests',
  }),
  ...agentChecks,
  providerKeys,
  modelEnds,
];
