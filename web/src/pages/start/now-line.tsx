import type { RunEvent } from '#contracts/run-events.ts';
import type { RunSnapshot } from '../../run/run-snapshot.ts';
import { Elapsed } from '../../ui/time.tsx';

/** Who works at this moment, on what, and since when. */
export function Now({ runSnapshot: { view, said, events } }: { runSnapshot: RunSnapshot }) {
  const running = view.nodes.findLast(({ state }) => state === 'running');
  const line = running && (running.node === 'act' ? gateAt(events, running.act) : said.get(running.act)?.at(-1)?.line);
  return (
    <p className="mt-2 flex items-center gap-2 px-3 text-sm text-run" data-testid="now">
      <span aria-hidden="true" className="pulses size-[7px] shrink-0 rounded-full bg-run text-run" />
      <span className="min-w-0 flex-1 truncate">
        {running ? (WORDS[running.node] ?? running.node) : 'In between'}
        {line && <span className="text-soft">: {line}</span>}
      </span>
      {running?.startedAt && (
        <span className="text-xs text-faint">
          <Elapsed since={running.startedAt} />
        </span>
      )}
    </p>
  );
}

const WORDS: Readonly<Record<string, string>> = {
  attempt: 'The engineer works',
  act: 'The gate',
  review: 'The reviewer reads',
};

/** The gate's current work, by the effect it has begun. */
const EFFECTS: Readonly<Record<string, string>> = {
  'pick-pr': 'looks up the next PR of the plan',
  'read-draft': 'reads the draft',
  'create-branch': 'makes the branch',
  measure: 'checks out the exact tree, runs the tests itself, looks for tampering and for tests that notice nothing',
  'check-checkpoint': 'commits the proven step',
  'check-final': 'squashes the steps to one commit',
  'check-plan': 'ticks the PR off in the plan',
  merge: 'merges, and runs the tests on the result',
};

function gateAt(events: readonly RunEvent[], act: string): string | undefined {
  const begun = events.findLast((event) => event.type === 'effect.intended' && event.data.act === act);
  if (begun?.type !== 'effect.intended') return 'looks at what was submitted';
  return EFFECTS[begun.data.key.replace(/^\d+:/, '')];
}
