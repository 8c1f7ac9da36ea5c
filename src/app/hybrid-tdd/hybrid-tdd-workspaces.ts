import type { OwnWorkspaces } from '#attempts/hosted/own-workspaces.ts';
import { AssayError } from '#contracts/errors.ts';
import type { RunId } from '#contracts/ids.ts';
import { fromLog } from '#engine/payloads.ts';
import type { Runs } from '#engine/runs.ts';
import { EMPTY } from '#engine/step/state.ts';
import { commitsOfWorkspaces } from '#workflows/hybrid-tdd/fork-start.ts';

/** Where the log of a fork names a workspace of its source run, its own begins at what was taken there by then. */
export const hybridTddWorkspaces = ({ store, blobs }: Pick<Runs, 'store' | 'blobs'>, run: RunId): OwnWorkspaces => ({
  run,
  forkStart: async (name) => {
    const payloads: unknown[] = [];
    for await (const event of store.read(run))
      if (event.type === 'node.scheduled') payloads.push(await fromLog(event.data.input, EMPTY, blobs));
    const from = commitsOfWorkspaces(payloads).get(name);
    if (from) return { from };
    throw new AssayError('WORKSPACE_UNKNOWN', `The log of ${run} does not say at which commit ${name} was.`, {
      next: `Fork from another event: \`assay runs fork ${run} --at SEQ\`.`,
    });
  },
});
