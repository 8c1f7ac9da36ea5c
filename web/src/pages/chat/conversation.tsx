import { useEffect, useState } from 'react';
import { ROUTES } from '#contracts/http/routes.ts';
import { patchOf, readSlash, slashHelp } from '#contracts/slash-commands.ts';
import { call } from '../../api/call.ts';
import { useAction } from '../../api/use-action.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Simulated } from '../../ui/status.tsx';
import { ChatNotes } from './chat-notes.tsx';
import { Composer } from './composer.tsx';
import { nameable } from './mention-list.tsx';
import { TurnList } from './turn-list.tsx';
import { asChat, useConversation } from './use-conversation.ts';

export function ChatConversation({ chat, changed }: { chat: string; changed(): void }) {
  const { state, before, more, summary, error, reload } = useConversation(chat);
  const [isNoting, setNoting] = useState(false);
  const [sent, setSent] = useState(0);
  const folder = summary?.folder ?? undefined;
  const { data: list } = useAnswer(ROUTES.agentList, folder === undefined ? {} : { query: { folder } });
  const params = { chat: asChat(chat) };
  const working = state?.turns.some((turn) => turn.state === 'running') ?? false;
  const [help, setHelp] = useState<readonly string[]>([]);
  const send = useAction(async (text: string) => {
    const command = readSlash(text, (name) => list?.skills.some((skill) => skill.name === name) ?? false);
    setHelp(command?.type === 'help' ? slashHelp('window') : command?.type === 'wrong' ? [command.why] : []);
    if (command?.type === 'stop') await call(ROUTES.chatStop, { params, body: {} });
    else if ((command?.type === 'note' || command?.type === 'label') && summary) {
      await call(ROUTES.chatNote, { params, body: patchOf(command, summary) });
      reload();
    } else if (command === null || command.type === 'research') {
      await call(ROUTES.chatPost, { params, body: { text } });
      // A conversation is named after its first message.
      if (state?.turns.length === 0) reload();
    }
    setSent((count) => count + 1);
    changed();
  });
  const stop = useAction(() => call(ROUTES.chatStop, { params, body: {} }));
  const unqueue = useAction((message: string) =>
    call(ROUTES.chatUnqueue, {
      params: { ...params, message: ROUTES.chatUnqueue.params.shape.message.parse(message) },
    }),
  );
  const looked = state?.seq ?? 0;
  // A visible answer counts as read.
  useEffect(() => {
    if (looked > 0 && !working)
      void call(ROUTES.chatNote, { params, body: { readAt: Date.now() } }).then(changed, () => {});
  }, [looked, working]);
  if (!state || !summary) return error ? <ErrorNotice error={error} /> : null;
  return (
    <div className="flex h-full flex-col">
      <header className="flex items-center gap-2 border-b border-line px-6 py-3">
        <h2 className="truncate font-semibold">{summary.title || 'Conversation'}</h2>
        {summary.simulated && <Simulated />}
        <span className="truncate text-xs text-faint">{summary.labels.map((label) => `#${label} `)}</span>
        <span className="ml-auto">
          <Button look="quiet" aria-expanded={isNoting} onClick={() => setNoting(!isNoting)}>
            Edit
          </Button>
        </span>
      </header>
      {isNoting && (
        <ChatNotes
          chat={summary}
          close={() => setNoting(false)}
          changed={() => {
            reload();
            changed();
          }}
        />
      )}
      <TurnList
        earlier={before?.turns ?? []}
        left={before?.left ?? 0}
        turns={state.turns}
        permissions={state.permissions}
        seq={state.seq}
        sent={sent}
        busy={more.busy}
        showMore={() => void more.run()}
      />
      <ErrorNotice error={send.error ?? stop.error ?? unqueue.error ?? more.error} />
      {help.length > 0 && (
        <ul role="status" className="border-t border-line px-6 py-2 text-xs text-soft">
          {help.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <Composer
        working={working}
        queue={state.queue}
        known={list ? nameable(list) : []}
        send={(text) => send.run(text)}
        stop={() => void stop.run()}
        unqueue={(message) => void unqueue.run(message)}
      />
    </div>
  );
}
