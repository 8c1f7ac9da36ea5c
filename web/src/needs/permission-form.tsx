import { useState } from 'react';
import type { GrantScope } from '#contracts/permission.ts';
import { useAction } from '../api/use-action.ts';
import { useHotkeys } from '../shell/hotkeys.ts';
import { Button } from '../ui/button.tsx';
import { Input } from '../ui/field.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { decideNeed } from './acts.ts';
import { Asked, type AskedProps } from './asked.tsx';
import type { NeedFormProps } from './need-form-props.ts';

export function PermissionForm({ need, keys, done }: NeedFormProps) {
  const { permission, permit } = need;
  if (!permission) return null;
  return (
    <DecideForm
      asked={{
        request: permission,
        why: permit?.why ?? null,
        remember: permit?.remember ?? null,
        until: permit?.until ?? null,
      }}
      within={permit?.chat ? 'conversation' : 'run'}
      keys={keys}
      decide={async (decision, scope, note) => {
        await decideNeed(need, decision, scope, note);
        done();
      }}
    />
  );
}

interface DecideFormProps {
  readonly asked: AskedProps;
  readonly within: 'run' | 'conversation';
  readonly keys: boolean;
  decide(decision: 'allow' | 'deny', scope: GrantScope, note: string): Promise<void>;
}

/**
 * What an agent wants to do, and a key for each answer. Where nothing could be remembered, the answer applies only
 * once.
 */
export function DecideForm({ asked, within, keys, decide }: DecideFormProps) {
  const [note, setNote] = useState('');
  // At once, before the page is notified: the next key is for the next question.
  const [answered, setAnswered] = useState(false);
  const deciding = useAction(async (decision: 'allow' | 'deny', scope: GrantScope) => {
    await decide(decision, scope, note);
    setAnswered(true);
  });
  const [seen, setSeen] = useState(false);
  // Nothing is allowed unseen.
  const allow = (scope: GrantScope): void => {
    if (seen) void deciding.run('allow', scope);
  };
  const deny = (): void => void deciding.run('deny', 'once');
  const lasting = asked.remember === null || asked.remember.length > 0;
  useHotkeys(
    { y: () => allow('once'), n: deny, ...(lasting ? { s: () => allow('session'), p: () => allow('project') } : {}) },
    keys && !deciding.busy && !answered,
  );
  if (answered) return <p className="text-sm text-soft">Answered.</p>;
  return (
    <div className="space-y-3">
      <Asked {...asked} seenAll={setSeen} />
      <div className="flex flex-wrap items-center gap-2">
        <Button look="strong" busy={deciding.busy} disabled={!seen} onClick={() => allow('once')}>
          Allow once {keys && <Kbd>y</Kbd>}
        </Button>
        {lasting && (
          <>
            <Button busy={deciding.busy} disabled={!seen} onClick={() => allow('session')}>
              For this {within} {keys && <Kbd>s</Kbd>}
            </Button>
            <Button busy={deciding.busy} disabled={!seen} onClick={() => allow('project')}>
              For this project {keys && <Kbd>p</Kbd>}
            </Button>
          </>
        )}
        <Button look="danger" busy={deciding.busy} onClick={deny}>
          Deny {keys && <Kbd>n</Kbd>}
        </Button>
      </div>
      <Input
        wide
        value={note}
        onChange={(event) => setNote(event.target.value)}
        placeholder="A message to the agent with the denial (optional)"
        aria-label="A message to the agent"
        maxLength={4_000}
      />
      <ErrorNotice error={deciding.error} />
    </div>
  );
}
