import { useState } from 'react';
import { pathOf } from '#contracts/http/call-route.ts';
import { FILES, ROUTES } from '#contracts/http/routes.ts';
import { isOver } from '#contracts/http/run-shown.ts';
import { call } from '../../api/call.ts';
import { saveFile } from '../../api/save-file.ts';
import { useAction } from '../../api/use-action.ts';
import { runMarkdown } from '../../run/run-markdown.ts';
import type { RunSnapshot } from '../../run/run-snapshot.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { ForkDialog } from './fork-dialog.tsx';

/** The actions that the run's current status allows. */
export function RunActions({ runSnapshot, reload }: { runSnapshot: RunSnapshot; reload(): void }) {
  const { run, at, head } = runSnapshot;
  const [asking, setAsking] = useState(false);
  const params = { run: run.run };
  const pause = useAction(() => call(ROUTES.pause, { params, body: {} }).then(reload));
  const resume = useAction(() => call(ROUTES.resume, { params, body: {} }).then(reload));
  const [forking, setForking] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const save = useAction(() => saveFile(pathOf(FILES.runHtml, { params }), `assay-${run.run}.html`));
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
          onClick={() => setForking(true)}
          title={`A new run that starts with events 1 to ${at ?? head} of this one`}
        >
          {at === null ? 'Fork' : `Fork from event ${at}`}
        </Button>
        <CopyButton words text={() => runMarkdown(runSnapshot)} label="Copy as Markdown" />
        <Button icon="download" look="quiet" busy={save.busy} onClick={() => void save.run()}>
          Export
        </Button>
        {over && (
          <Button look="danger" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )}
      </div>
      <ErrorNotice error={pause.error ?? resume.error ?? save.error} />
      {deleting && <DeleteDialog run={run} close={() => setDeleting(false)} />}
      {forking && <ForkDialog runSnapshot={runSnapshot} close={() => setForking(false)} />}
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

/** It cannot be undone, so it is confirmed once. */
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
