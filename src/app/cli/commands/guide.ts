import { AssayError, EXIT } from '#contracts/errors.ts';
import { GATED_PR } from '#workflows/gated-pr/graph.ts';
import { findRun } from '../../find-run.ts';
import { deskAt } from '../../gated-pr/open-desk.ts';
import { standingOf } from '../../gated-pr/standing-of.ts';
import { withRuns } from '../../runs.ts';
import type { Cli, JsonOption } from '../context.ts';
import { me } from '../me.ts';
import { requirePerson } from '../person.ts';

/** A person's answer to a halt: it enters the next briefing, and the work goes on where it stood. */
export async function guide(cli: Cli, wanted: string, advice: string, { json }: JsonOption): Promise<number> {
  requirePerson('advice to a halted run');
  return withRuns(cli.env, async (runs) => {
    const { run, graph } = await findRun(runs.store, wanted);
    const standing = graph.name === GATED_PR ? await standingOf(runs.store, runs.blobs, run) : null;
    const halted = standing?.state.halted;
    if (!standing || !halted) {
      throw new AssayError('SIGNAL_UNKNOWN', `run ${run} is not halted: it asks for no advice`, {
        next: `\`assay runs show ${run}\` shows how it stands.`,
      });
    }
    if (advice.trim() === '') throw new AssayError('USAGE', 'the advice is empty', { next: 'Say what to do now.' });
    const desk = await deskAt({ runs, folder: process.cwd(), env: cli.env });
    await desk.guide(run, advice.trim(), me()).finally(() => desk.close());
    const next =
      standing.state.mode === 'hosted'
        ? `assay runs resume ${run}`
        : 'the client calls get_task; the advice is in its briefing';
    if (json) cli.screen.json({ run, from: halted.from, kind: halted.kind, next });
    else cli.screen.out(`taken in: the run goes on in ${halted.from}\n  next: ${next}`);
    return EXIT.done;
  });
}
