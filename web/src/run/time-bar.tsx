import { clockTime } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Dot } from '../ui/status.tsx';
import type { RunSnapshot } from './run-snapshot.ts';

/** The displayed moment in the log: drag it back to see earlier states. */
export function TimeBar({ runSnapshot, travel }: { runSnapshot: RunSnapshot; travel(seq: number | null): void }) {
  const { at, head, view, complete } = runSnapshot;
  // A driver that is just closing its run has nothing more to add.
  const driven = runSnapshot.driven && view.endedAt === null;
  const live = at === null;
  return (
    <div
      className={`flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 border-t px-4 py-1.5 ${live ? 'border-line' : 'border-warn bg-warn-soft'}`}
    >
      <span className="flex min-w-[60px] shrink-0 items-center gap-2 text-xs font-medium">
        {live ? (
          <>
            <Dot tone={driven ? 'run' : 'quiet'} moving={driven} />
            {driven ? 'Live' : 'Now'}
          </>
        ) : (
          <span className="text-warn">As it stood {clockTime(view.at)}</span>
        )}
      </span>
      <input
        type="range"
        min={1}
        max={Math.max(1, head)}
        value={at ?? head}
        disabled={!complete}
        onChange={(event) => {
          const to = Number(event.target.value);
          travel(to >= head ? null : to);
        }}
        aria-label="Event to look at"
        aria-valuetext={`event ${at ?? head} of ${head}`}
        className="h-6 min-w-[160px] flex-1 accent-accent"
      />
      <span className="shrink-0 text-right text-xs text-soft tabular">
        event {at ?? head} of {head}
      </span>
      {!live && (
        <Button look="strong" onClick={() => travel(null)}>
          Back to now
        </Button>
      )}
    </div>
  );
}
