import { ROUTES } from '#contracts/http/routes.ts';
import type { ShownRun } from '#contracts/http/run-shown.ts';
import { call } from '../../api/call.ts';
import { useAction } from '../../api/use-action.ts';
import { navigate } from '../../lib/router.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';

/** Its log is deleted too, so it is confirmed once. */
export function DeleteDialog({ run: { run, title }, close }: { run: ShownRun; close(): void }) {
  const remove = useAction(async () => {
    await call(ROUTES.deleteRun, { params: { run } });
    navigate('/runs');
  });
  return (
    <Dialog label="Delete the run" close={close}>
      <div className="space-y-3 p-5">
        <h2 className="text-base font-semibold">Delete “{title}”?</h2>
        <p className="text-soft">
          Its log, its evidence and its workspaces are deleted for good. What was merged stays merged. Export it first
          if you want to keep its history.
        </p>
        <ErrorNotice error={remove.error} />
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Keep it</Button>
          <Button look="danger" busy={remove.busy} onClick={() => void remove.run()}>
            Delete the run
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
