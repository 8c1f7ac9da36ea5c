import type { Need } from '#contracts/http/needs.ts';
import type { Json } from '#contracts/json.ts';
import { useAction } from '../api/use-action.ts';
import { useHotkeys } from '../shell/hotkeys.ts';
import { Button } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { answerNeed } from './acts.ts';
import { keyOf } from './answer-kind.ts';

interface ChoiceFormProps {
  readonly need: Need;
  readonly choices: readonly { readonly label: string; readonly value: Json }[];
  readonly keys: boolean;
  done(): void;
}

export function ChoiceForm({ need, choices, keys, done }: ChoiceFormProps) {
  const answer = useAction(async (value: Json) => {
    await answerNeed(need, value);
    done();
  });
  useHotkeys(
    Object.fromEntries(choices.map(({ label, value }, index) => [keyOf(label, index), () => void answer.run(value)])),
    keys,
  );
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-2">
        {choices.map(({ label, value }, index) => (
          <Button
            key={label}
            look={index === 0 ? 'strong' : 'plain'}
            busy={answer.busy}
            onClick={() => void answer.run(value)}
          >
            {label}
            {keys && <Kbd>{keyOf(label, index)}</Kbd>}
          </Button>
        ))}
      </div>
      <ErrorNotice error={answer.error} />
    </div>
  );
}
