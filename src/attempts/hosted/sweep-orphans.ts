import { workspacePrefix } from '#contracts/run-workspaces.ts';
import type { Runs } from '#engine/runs.ts';
import type { Project } from '../open-project.ts';
import { sweepProgramHomes } from '../sandboxes/program-home.ts';

/** Removes what dead processes left behind, except workspaces that an open run will come back to. */
export async function sweepOrphans({ store, home }: Runs, project: Project): Promise<void> {
  const open = await store.list({ status: ['running', 'paused'] });
  const prefixes = open.map(({ run }) => workspacePrefix(run));
  await project.store.sweep({ keep: (name) => prefixes.some((prefix) => name.startsWith(prefix)) });
  await sweepProgramHomes(home);
}
