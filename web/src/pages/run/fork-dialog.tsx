import { ROUTES } from '#contracts/http/routes.ts';
import { isOver } from '#contracts/http/run-shown.ts';
import { Seq } from '#contracts/ids.ts';
import { costWords } from '#contracts/usage.ts';
import { call } from '../../api/call.ts';
import { useAction } from '../../api/use-action.ts';
import { compact, money } from '../../lib/format.ts';
import { navigate, runPath } from '../../lib/router.tsx';
import type { RunSnapshot } from '../../run/run-snapshot.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { forkCost } from './fork-cost.ts';

/** A fork works by itself and may cost money, so it is confirmed, with its likely cost. */
export function ForkDialog({ runSnapshot, close }: { runSnapshot: RunSnapshot; close(): void }) {
  const { run, at, head } = runSnapshot;
  const seq = at ?? head;
  const fork = useAction(async (resume: boolean) => {
    const forked = await call(ROUTES.fork, { params: { run: run.run }, body: { at: Seq.parse(seq), resume } });
    close();
    navigate(runPath(forked.run));
  });
  const cost = forkCost(runSnapshot);
  if (isOver(run.shown) && seq >= head)
    return (
      <Dialog label="Fork the run" close={close}>
        <div className="space-y-3 p-5">
          <h2 className="text-base font-semibold">Where should it go another way?</h2>
          <p className="text-soft">
            This run ended with event {head}, so a fork has nothing to do after it. Drag the slider at the bottom of the
            page back to the event after which it should go on differently, then fork.
          </p>
          <div className="flex justify-end">
            <Button look="strong" onClick={close}>
              Choose an event
            </Button>
          </div>
        </div>
      </Dialog>
    );
  return (
    <Dialog label="Fork the run" close={close}>
      <div className="space-y-3 p-5">
        <h2 className="text-base font-semibold">
          Fork “{run.title}” at event {seq}?
        </h2>
        <p className="text-soft">
          A new run starts with events 1 to {seq} of this one and goes its own way from there. This run stays as it is.
        </p>
        <p className="text-soft" data-testid="fork-cost">
          {cost === null
            ? 'What it will cost is not known: this run has done nothing after that event. The same budget applies.'
            : `From there on this run spent ${compact(cost.tokens)} tokens (${costWords(cost, money)}). The fork will cost about as much again, within the same budget${run.simulated ? '; its agents are simulated, so it costs nothing' : ''}.`}
        </p>
        <ErrorNotice error={fork.error} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={close}>Do not fork</Button>
          <Button busy={fork.busy} onClick={() => void fork.run(false)}>
            Fork, start later
          </Button>
          <Button look="strong" icon="fork" busy={fork.busy} onClick={() => void fork.run(true)}>
            Fork and start
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
