import { isJsonObject } from '#contracts/json.ts';
import { answerNeed } from './acts.ts';
import { answerKindOf } from './answer-kind.ts';
import { BudgetForm } from './budget-form.tsx';
import { ChoiceForm } from './choice-form.tsx';
import { GoOnForm } from './go-on-form.tsx';
import { GuidanceForm } from './guidance-form.tsx';
import type { NeedFormProps } from './need-form-props.ts';
import { PermissionForm } from './permission-form.tsx';
import { TextForm } from './text-form.tsx';
import { useArmed } from './use-armed.ts';

/** What a person can do about it, with a key for each. */
export function NeedForm({ keys, ...rest }: NeedFormProps) {
  const { need } = rest;
  const armed = useArmed(need.hash);
  const props = { ...rest, keys: keys && armed };
  switch (need.kind) {
    case 'permission':
      return <PermissionForm {...props} />;
    case 'escalation':
      return <GuidanceForm {...props} />;
    case 'budget':
      return <BudgetForm {...props} />;
    case 'paused':
    case 'interrupted':
      return <GoOnForm {...props} />;
    default:
      return <QuestionForm {...props} />;
  }
}

function QuestionForm({ need, keys, done }: NeedFormProps) {
  const kind = answerKindOf(need);
  if (kind.type === 'choices') {
    const other = otherWords(need);
    return (
      <div className="space-y-3">
        <ChoiceForm need={need} choices={kind.choices} keys={keys} done={done} />
        {other !== null && (
          <TextForm label={`Or say ${other}`} action="Say it" send={(text) => answerNeed(need, text)} done={done} />
        )}
      </div>
    );
  }
  if (kind.type === 'text') {
    return <TextForm label="Your answer" action="Answer" send={(text) => answerNeed(need, text)} done={done} />;
  }
  return (
    <TextForm
      label="Your answer, as JSON"
      {...(kind.schema === null ? {} : { hint: `It has to fit: ${JSON.stringify(kind.schema).slice(0, 300)}` })}
      action="Answer"
      mono
      send={(text) => answerNeed(need, JSON.parse(text))}
      done={done}
    />
  );
}

/** The meaning of other words than the choices, where they are an answer too. */
function otherWords({ question }: NeedFormProps['need']): string | null {
  const value = question !== null && 'inline' in question ? question.inline : null;
  return isJsonObject(value) && typeof value.other === 'string' ? value.other : null;
}
