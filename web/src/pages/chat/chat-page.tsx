import { useState } from 'react';
import { HttpCode } from '#contracts/http/failure.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import { PermissionMode } from '#contracts/permission.ts';
import { call } from '../../api/call.ts';
import { useAction } from '../../api/use-action.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { navigate } from '../../lib/router.tsx';
import { preferredAgent, usePreferences } from '../../shell/preferences.ts';
import { StartButton } from '../../shell/start-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Select } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { ChatList } from './chat-list.tsx';
import { ChatConversation } from './conversation.tsx';

const MODES: Readonly<Record<PermissionMode, string>> = {
  explore: 'only read',
  ask: 'change things, after asking',
  execute: 'change things in the project',
};

/** Conversations with agents; they are runs like any other. */
export default function ChatPage({ chat }: { chat: string | null }) {
  const { data, error, reload } = useAnswer(ROUTES.chats, {});
  const preferences = usePreferences();
  const [chosen, setMode] = useState<PermissionMode | null>(null);
  const mode = chosen ?? preferences.permissions.mode;
  const create = useAction(async () => {
    const made = await call(ROUTES.newChat, { body: { mode, ...preferredAgent(preferences) } });
    reload();
    navigate(`/chat/${encodeURIComponent(made.id)}`);
  });
  if (error?.code === HttpCode.notBuilt) return <NotYet says={error.message} />;
  if (!data) return <Page title="Chat">{error && <ErrorNotice error={error} />}</Page>;
  return (
    <div className="flex h-full max-[700px]:flex-col">
      <ChatList chats={data.chats} chosen={chat} create={() => void create.run()} busy={create.busy} />
      <div className="min-h-0 min-w-0 flex-1">
        {chat === null ? (
          <Empty icon="chat" title={data.chats.length === 0 ? 'No conversation yet' : 'Choose a conversation'}>
            <p>Ask for something in your own words; the agents’ work appears here as it happens.</p>
            <div className="mt-4 flex flex-wrap items-center justify-center gap-3">
              <Select
                label="The agent may"
                value={mode}
                change={(value) => setMode(PermissionMode.parse(value))}
                options={PermissionMode.options.map((each) => [each, MODES[each]] as const)}
              />
              <Button look="strong" busy={create.busy} onClick={() => void create.run()}>
                New conversation
              </Button>
            </div>
            <div className="mt-4 text-left">
              <ErrorNotice error={create.error} />
            </div>
          </Empty>
        ) : (
          <ChatConversation key={chat} chat={chat} changed={reload} />
        )}
      </div>
    </div>
  );
}

const NotYet = ({ says }: { says: string }) => (
  <Page title="Chat">
    <div className="card">
      <Empty icon="chat" title={says}>
        <p>
          Until then you can start runs and steer them: every step, question and cost of a run is on its page, and what
          waits for you is under Approvals.
        </p>
        <div className="mt-4 flex justify-center">
          <StartButton />
        </div>
      </Empty>
    </div>
  </Page>
);
