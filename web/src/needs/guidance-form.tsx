import { useState } from 'react';
import { z } from 'zod';
import type { Need } from '#contracts/http/needs.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { Visible } from '../ui/visible.tsx';
import { guideNeed } from './acts.ts';
import type { NeedFormProps } from './need-form-props.ts';
import { TextForm } from './text-form.tsx';

const Waivable = z.object({ waivable: z.array(z.object({ number: z.number(), text: z.string() })) });

const Draft = z.object({ kind: z.literal('draft') });

/** A draft is accepted as it is shown, or sent back with requested changes. */
function DraftForm({ need, done }: NeedFormProps) {
  const [number = 1] = waivableIn(need).map((each) => each.number);
  const approve = useAction(async () => {
    await guideNeed(need, 'The draft is approved.', [number]);
    done();
  });
  return (
    <div className="space-y-3">
      <Button look="strong" icon="check" busy={approve.busy} onClick={() => void approve.run()}>
        Approve the draft
      </Button>
      <ErrorNotice error={approve.error} />
      <TextForm
        label="What should change"
        hint="The agent drafts again with this."
        action="Send it back"
        send={(text) => guideNeed(need, text)}
        done={done}
      />
    </div>
  );
}

const isDraft = ({ question }: Need): boolean =>
  question !== null && 'inline' in question && Draft.safeParse(question.inline).success;

export const GuidanceForm = (props: NeedFormProps) =>
  isDraft(props.need) ? <DraftForm {...props} /> : <AdviceForm {...props} />;

/** Guidance for a halted agent; findings of a review can be waived with it. */
function AdviceForm({ need, done }: NeedFormProps) {
  const [waived, setWaived] = useState<ReadonlySet<number>>(new Set());
  const waivable = waivableIn(need);
  const toggle = (number: number): void => {
    const next = new Set(waived);
    if (!next.delete(number)) next.add(number);
    setWaived(next);
  };
  return (
    <div className="space-y-3">
      {waivable.length > 0 && (
        <fieldset className="rounded-md border border-line p-3">
          <legend className="px-1 text-sm font-medium">Overrule</legend>
          <p className="mb-2 text-xs text-soft">
            Ticked findings no longer count in this PR. Your name and your reason are recorded.
          </p>
          <ul className="space-y-1.5">
            {waivable.map(({ number, text }) => (
              <li key={number}>
                <label className="flex min-h-6 items-start gap-2 text-sm">
                  <input
                    type="checkbox"
                    className="mt-0.5 size-4 shrink-0"
                    checked={waived.has(number)}
                    onChange={() => toggle(number)}
                  />
                  <span className="min-w-0 break-words">
                    {number}. <Visible text={text} />
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      <TextForm
        label="Guidance for the agent"
        hint={
          waived.size > 0
            ? 'Say why they do not hold.'
            : 'The run continues with this. Say what the agent could not know.'
        }
        action={waived.size > 0 ? `Overrule ${waived.size} and continue` : 'Send guidance'}
        send={(text) => guideNeed(need, text, [...waived])}
        done={done}
      />
    </div>
  );
}

function waivableIn({ question }: Need): z.infer<typeof Waivable>['waivable'] {
  if (!question || !('inline' in question)) return [];
  return Waivable.safeParse(question.inline).data?.waivable ?? [];
}
