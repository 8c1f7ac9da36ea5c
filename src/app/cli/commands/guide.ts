import { AssayError, EXIT } from '#contracts/errors.ts';
import { findRun } from '#engine/find-run.ts';
import { numbered, waivable } from '#workflows/gated-pr/findings.ts';
import { GATED_PR } from '#workflows/gated-pr/graph.ts';
import type { GatedState } from '#workflows/gated-pr/state.ts';
import { stepPr } from '#workflows/gated-pr/step.ts';
import { clientCallsAt } from '../../gated-pr/open-client-calls.ts';
import { prSnapshotOf } from '../../gated-pr/pr-snapshot.ts';
import { withRuns } from '../../open-runs.ts';
import type { Cli, JsonOption } from '../context.ts';
import { me } from '../me.ts';
import { nearHere } from '../near-here.ts';
import { requirePerson } from '../person.ts';

/** A person's answer to a halt: it enters the next briefing, and the work goes on where it stood. */
export async function guide(
  cli: Cli,
  wanted: string,
  advice: string,
  { json, waive: named = [] }: JsonOption & { readonly waive?: readonly string[] },
): Promise<number> {
  requirePerson('advice to a halted run');
  return withRuns(cli.env, async (runs) => {
    const { run, graph } = await findRun(
      runs.store,
      wanted,
      await nearHere(cli, wanted, ({ graph }) => graph.name === GATED_PR),
    );
    const standing = graph.name === GATED_PR ? await prSnapshotOf(runs.store, runs.blobs, run) : null;
    const halted = standing?.state.halted;
    if (!standing || !halted) {
      throw new AssayError('SIGNAL_UNKNOWN', `run ${run} is not halted: it asks for no advice`, {
        next: `\`assay runs show ${run}\` shows how it stands.`,
      });
    }
    if (advice.trim() === '') throw new AssayError('USAGE', 'the advice is empty', { next: 'Say what to do now.' });
    const waive = named.map((word) => numberOf(word, standing.state));
    const by = me();
    const text = advice.trim();
    const goesOn = stepPr(standing.state, { type: 'guidance', text, waive, by }).state.status;
    const clientCalls = await clientCallsAt({ runs, folder: process.cwd(), env: cli.env });
    await clientCalls.guide(run, text, by, waive).finally(() => clientCalls.close());
    const next =
      standing.state.mode === 'hosted'
        ? `assay runs resume ${run}`
        : 'the client calls get_task; the advice is in its briefing';
    if (json) cli.screen.json({ run, from: halted.from, kind: halted.kind, goesOn, waived: waive, next });
    else cli.screen.out(`taken in: the run goes on in ${goesOn}\n  next: ${next}`);
    return EXIT.done;
  });
}

/** Of a finding that the halted review has, or of a criterion that a draft leaves without a test. */
function numberOf(word: string, state: GatedState): number {
  const { halted, review } = state;
  const open = halted?.kind === 'review' ? (review?.open ?? []) : [];
  const numbers = waivable(state).map(({ number: of }) => of);
  const number = /^\d+$/.test(word) ? Number(word) : 0;
  if (numbers.includes(number)) return number;
  if (halted?.kind === 'word' || halted?.kind === 'draft')
    throw new AssayError('USAGE', `nothing was asked about ${word}`, { next: halted.why });
  throw new AssayError('USAGE', `there is no finding ${word} that could be waived`, {
    next: open.length === 0 ? 'Only a halted review has findings.' : `The findings are:\n${numbered(open)}`,
  });
}
