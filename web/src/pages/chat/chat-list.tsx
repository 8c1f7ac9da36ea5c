import type { ChatSummary } from '#contracts/chat.ts';
import { plural } from '../../lib/format.ts';
import { Link } from '../../lib/router.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dot, Simulated } from '../../ui/status.tsx';
import { Ago } from '../../ui/time.tsx';

interface ChatListProps {
  readonly chats: readonly ChatSummary[];
  readonly chosen: string | null;
  readonly busy: boolean;
  create(): void;
}

export const ChatList = ({ chats, chosen, create, busy }: ChatListProps) => (
  <div className="flex w-[250px] shrink-0 flex-col border-r border-line max-[900px]:w-[190px] max-[700px]:max-h-[30%] max-[700px]:w-full max-[700px]:border-b max-[700px]:border-r-0">
    <div className="flex items-center justify-between px-4 py-3">
      <h1 className="text-base font-semibold">Chat</h1>
      <Button busy={busy} onClick={create}>
        New
      </Button>
    </div>
    <ul className="min-h-0 flex-1 overflow-y-auto px-2 pb-4" aria-label="Conversations">
      {chats.map((chat) => (
        <li key={chat.id}>
          <Link
            to={`/chat/${encodeURIComponent(chat.id)}`}
            current={chat.id === chosen}
            className={cx('block rounded-md px-2.5 py-1.5', chat.id === chosen ? 'bg-hover' : 'hover:bg-hover')}
          >
            <span className="flex items-center gap-1.5">
              {chat.state === 'working' && <Dot tone="run" moving />}
              <span className="truncate font-medium">{chat.title || 'Conversation'}</span>
              {chat.simulated && <Simulated />}
            </span>
            <span className="text-xs text-faint">
              {plural(chat.turns, 'turn')} · <Ago at={chat.updatedAt} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </div>
);
