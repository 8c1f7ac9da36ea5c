import { workspacePrefix } from '#workflows/run-workspaces.ts';
import { sweepProgramHomes } from '../agents/program-home.ts';
import type { Project } from '../project/open-project.ts';
import type { Runs } from '../runs.ts';

/** What dead processes left behind goes, except the workspaces that an open run will come back to. */
export async function sweepOrphans({ store, home }: Runs, project: Project): Promise<void> {
  const open = await store.list({ status: ['running', 'paused'] });
  const prefixes = open.map(({ run }) => workspacePrefix(run));
  await project.store.sweep({ keep: (name) => prefixes.some((prefix) => name.startsWith(prefix)) });
  await sweepProgramHomes(home);
}
