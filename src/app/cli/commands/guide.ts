import { EXIT } from '#contracts/errors.ts';
import { GATED_PR } from '#workflows/gated-pr/graph.ts';
import { stepPr } from '#workflows/gated-pr/step.ts';
import { haltedState, requireWaivable } from '../../gated-pr/guidance.ts';
import { clientCallsAt } from '../../gated-pr/open-client-calls.ts';
import { withRuns } from '../../open-runs.ts';
import type { Cli, JsonOption } from '../context.ts';
import { me } from '../me.ts';
import { findRunHere } from '../near-here.ts';
import { requirePerson } from '../person.ts';

interface GuideOptions extends JsonOption {
  readonly waive?: readonly string[];
  /** The caller resumes the run itself. */
  readonly resumes?: boolean;
}

/** A person's answer to a halt: it becomes part of the next briefing, and the work continues where it stopped. */
export async function guide(
  cli: Cli,
  wanted: string,
  advice: string,
  { json, waive: named = [], resumes = false }: GuideOptions,
): Promise<number> {
  requirePerson('advice to a halted run');
  return withRuns(cli.env, async (runs) => {
    const { run } = await findRunHere(cli, runs, wanted, ({ graph }) => graph.name === GATED_PR);
    const state = await haltedState(runs, run);
    const waive = named.map((word) => requireWaivable(state, word));
    const by = me();
    const goesOn = stepPr(state, { type: 'guidance', text: advice.trim(), waive, by }).state.status;
    const clientCalls = await clientCallsAt({ runs, folder: process.cwd(), env: cli.env });
    await clientCalls.guide(run, advice, by, waive).finally(() => clientCalls.close());
    const next =
      state.mode === 'hosted' ? `assay runs resume ${run}` : 'the client calls get_task; the advice is in its briefing';
    if (json) cli.screen.json({ run, from: state.halted?.from, kind: state.halted?.kind, goesOn, waived: waive, next });
    else if (!resumes) cli.screen.out(`accepted: the run continues in ${goesOn}\n  next: ${next}`);
    return EXIT.done;
  });
}
