import { describe, expect, it } from 'vitest';
import { probedSandbox } from '../sandbox-here.ts';
import { meet } from './meet.ts';
import { PROJECTS } from './projects.ts';

// npm run test:newcomer [-- -t NAME]: a fresh clone, a fresh HOME, and the commands of the README as they stand there, on
// three small repositories with real dependencies. Only the model is simulated. The first proven PR must be there after
// at most eight commands, none of which mends something.
const lacking = await probedSandbox();

describe('X8.17 a newcomer with the README alone', () => {
  it.for(PROJECTS.map((project) => [project.name, project] as const))(
    'comes to a proven PR: %s',
    { timeout: 1_800_000 },
    async ([, project], { skip }) => {
      if (lacking !== null) skip(lacking);
      expect(await meet(project)).toBeNull();
    },
  );
});
