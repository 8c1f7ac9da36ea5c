import { useEffect, useRef } from 'react';
import type { ChatPermission } from '#contracts/chat.ts';
import { decideInChat } from '../../needs/acts.ts';
import { DecideForm } from '../../needs/permission-form.tsx';
import { useArmed } from '../../needs/use-armed.ts';
import { Icon } from '../../ui/icon.tsx';
import { Ago } from '../../ui/time.tsx';

/** A question that the turn waits for, answered in place. */
export function PermissionCard({ permission, keys }: { permission: ChatPermission; keys: boolean }) {
  const { id, chat, askedAt, until, question } = permission;
  const { why, remember, ...request } = question;
  const armed = useArmed(id);
  const card = useRef<HTMLElement>(null);
  // Its keys are ignored while the person types.
  useEffect(() => {
    const { activeElement } = document;
    const isIdle = activeElement instanceof HTMLTextAreaElement && activeElement.value === '';
    if (keys && (isIdle || activeElement === document.body)) card.current?.focus();
  }, [keys]);
  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-label="Permission asked"
      className="card border-ask/50 p-4"
      data-testid="chat-permission"
    >
      <p className="mb-3 flex items-center gap-2 text-xs font-medium text-ask">
        <Icon name="ask" size={14} /> The agent waits for you
        <span className="ml-auto font-normal text-faint">
          <Ago at={askedAt} />
        </span>
      </p>
      <DecideForm
        asked={{ request, why, remember, until }}
        within="conversation"
        keys={keys && armed}
        decide={(decision, scope, note) =>
          decideInChat(chat, id, { decision, scope, ...(note.trim() === '' ? {} : { note: note.trim() }) })
        }
      />
    </article>
  );
}
