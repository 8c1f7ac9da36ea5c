import { useState } from 'react';
import { pathOf } from '#contracts/http/call-route.ts';
import { FILES, ROUTES } from '#contracts/http/routes.ts';
import { isOver } from '#contracts/http/run-shown.ts';
import { Seq } from '#contracts/ids.ts';
import { call } from '../../api/call.ts';
import { useAction } from '../../api/use-action.ts';
import { navigate, runPath } from '../../lib/router.tsx';
import { runMarkdown } from '../../run/run-markdown.ts';
import type { RunSnapshot } from '../../run/run-snapshot.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';

/** What can be done with the run as it stands. */
export function RunActions({ runSnapshot, reload }: { runSnapshot: RunSnapshot; reload(): void }) {
  const { run, view, at, head } = runSnapshot;
  const [asking, setAsking] = useState(false);
  const params = { run: run.run };
  const pause = useAction(() => call(ROUTES.pause, { params, body: {} }).then(reload));
  const resume = useAction(() => call(ROUTES.resume, { params, body: {} }).then(reload));
  const fork = useAction(async () => {
    const forked = await call(ROUTES.fork, { params, body: { at: Seq.parse(at ?? head), resume: true } });
    navigate(runPath(forked.run));
  });
  const over = isOver(run.shown);
  return (
    <div className="flex max-w-full flex-col items-end gap-1.5">
      <div className="flex flex-wrap items-center gap-1.5">
        {run.shown === 'running' && (
          <Button icon="pause" busy={pause.busy} onClick={() => void pause.run()}>
            Pause
          </Button>
        )}
        {(run.shown === 'paused' || run.shown === 'interrupted') && (
          <Button look="strong" icon="play" busy={resume.busy} onClick={() => void resume.run()}>
            Resume
          </Button>
        )}
        {!over && (
          <Button look="danger" icon="stop" onClick={() => setAsking(true)}>
            Cancel
          </Button>
        )}
        <Button
          icon="fork"
          busy={fork.busy}
          onClick={() => void fork.run()}
          title={`A new run that begins as this one did, up to event ${at ?? head}`}
        >
          {at === null ? 'Fork' : `Fork from event ${at}`}
        </Button>
        <CopyButton words text={() => runMarkdown(run, view)} label="Copy as Markdown" />
        <a
          href={pathOf(FILES.runHtml, { params })}
          download
          className="inline-flex h-7 items-center gap-1.5 rounded-md px-2.5 text-sm font-medium text-soft hover:bg-hover hover:text-ink"
        >
          <Icon name="download" size={14} /> Export
        </a>
      </div>
      <ErrorNotice error={pause.error ?? resume.error ?? fork.error} />
      {asking && <CancelDialog run={run.run} title={run.title} close={() => setAsking(false)} done={reload} />}
    </div>
  );
}

interface CancelProps {
  readonly run: string;
  readonly title: string;
  close(): void;
  done(): void;
}

/** It cannot be taken back, so it is asked once. */
function CancelDialog({ run, title, close, done }: CancelProps) {
  const cancel = useAction(async () => {
    await call(ROUTES.cancel, { params: { run }, body: {} });
    done();
    close();
  });
  return (
    <Dialog label="Cancel the run" close={close}>
      <div className="space-y-3 p-5">
        <h2 className="text-base font-semibold">Cancel “{title}”?</h2>
        <p className="text-soft">
          It ends for good. What happened stays in its log, and it can be forked from any event. To stop it for a while,
          pause it.
        </p>
        <ErrorNotice error={cancel.error} />
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Keep it</Button>
          <Button look="danger" busy={cancel.busy} onClick={() => void cancel.run()}>
            Cancel the run
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
