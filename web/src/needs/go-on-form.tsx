import { useAction } from '../api/use-action.ts';
import { useHotkeys } from '../shell/hotkeys.ts';
import { Button } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { callOff, goOn } from './acts.ts';
import type { NeedFormProps } from './need-form-props.ts';

/** For a stopped run: continue, or end it. */
export function GoOnForm({ need, keys, done }: NeedFormProps) {
  const resume = useAction(async () => {
    await goOn(need);
    done();
  });
  const cancel = useAction(async () => {
    await callOff(need);
    done();
  });
  useHotkeys({ Enter: () => void resume.run(), y: () => void resume.run() }, keys);
  return (
    <div className="space-y-2">
      <div className="flex gap-2">
        <Button look="strong" icon="play" busy={resume.busy} onClick={() => void resume.run()}>
          Resume {keys && <Kbd>Enter</Kbd>}
        </Button>
        <Button look="danger" busy={cancel.busy} onClick={() => void cancel.run()}>
          Cancel the run
        </Button>
      </div>
      <ErrorNotice error={resume.error ?? cancel.error} />
    </div>
  );
}
