import { useState } from 'react';
import type { ChatSummary } from '#contracts/chat.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import { SESSION_STATUSES, type SessionPatch, SessionStatus } from '#contracts/session-note.ts';
import { call } from '../../api/call.ts';
import { useAction } from '../../api/use-action.ts';
import { navigate } from '../../lib/router.tsx';
import { Button } from '../../ui/button.tsx';
import { Input, Labelled, Select } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';

/** What a person notes about a conversation: its title, labels and status; archived, or deleted. */
export function ChatNotes({ chat, changed, close }: { chat: ChatSummary; changed(): void; close(): void }) {
  const [title, setTitle] = useState(chat.title);
  const [labels, setLabels] = useState(chat.labels.join(', '));
  const [isSure, setSure] = useState(false);
  const params = { chat: chat.id };
  const note = useAction(async (patch: SessionPatch) => {
    await call(ROUTES.chatNote, { params, body: patch });
    changed();
    close();
  });
  const remove = useAction(async () => {
    await call(ROUTES.chatRemove, { params });
    changed();
    navigate('/chat');
  });
  const save = () => {
    const named = [...new Set(labels.split(',').map((each) => each.trim().replace(/^#/, '')))].filter(Boolean);
    return note.run({ ...(title.trim() === chat.title ? {} : { title: title.trim() }), labels: named });
  };
  return (
    <form
      className="space-y-3 border-b border-line bg-sunken px-6 py-3"
      aria-label="About this conversation"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="flex flex-wrap items-end gap-3">
        <Labelled label="Title">
          <Input value={title} maxLength={200} required onChange={(event) => setTitle(event.target.value)} />
        </Labelled>
        <Labelled label="Labels, separated by commas">
          <Input value={labels} onChange={(event) => setLabels(event.target.value)} />
        </Labelled>
        <Select
          label="Status"
          value={chat.status}
          options={SESSION_STATUSES.map((status) => [status, status] as const)}
          change={(status) => void note.run({ status: SessionStatus.parse(status) })}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button look="strong" type="submit" busy={note.busy}>
          Save
        </Button>
        <Button onClick={() => void note.run({ archived: !chat.archived })}>
          {chat.archived ? 'Back into the list' : 'Archive'}
        </Button>
        {isSure ? (
          <Button look="danger" busy={remove.busy} onClick={() => void remove.run()}>
            Delete the conversation
          </Button>
        ) : (
          <Button look="danger" onClick={() => setSure(true)}>
            Delete…
          </Button>
        )}
        <Button look="quiet" onClick={close}>
          Close
        </Button>
      </div>
      <ErrorNotice error={note.error ?? remove.error} />
    </form>
  );
}
