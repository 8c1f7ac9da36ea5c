import { useState } from 'react';
import type { ChatSummary } from '#contracts/chat.ts';
import { plural } from '../../lib/format.ts';
import { Link } from '../../lib/router.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Input } from '../../ui/field.tsx';
import { Dot, Simulated } from '../../ui/status.tsx';
import { Ago } from '../../ui/time.tsx';
import { SearchHits } from './search-hits.tsx';

interface ChatListProps {
  readonly chats: readonly ChatSummary[];
  readonly chosen: string | null;
  readonly busy: boolean;
  create(): void;
}

/** Conversations by title and label; their text is searched as well. */
export function ChatList({ chats, chosen, create, busy }: ChatListProps) {
  const [words, setWords] = useState('');
  const [archived, setArchived] = useState(false);
  const some = chats.some((chat) => chat.archived);
  const shown = chats.filter((chat) => chat.archived === archived && fitsFilter(chat, words));
  return (
    <div className="flex w-[250px] shrink-0 flex-col border-r border-line max-[900px]:w-[190px] max-[700px]:max-h-[30%] max-[700px]:w-full max-[700px]:border-b max-[700px]:border-r-0">
      <div className="flex items-center justify-between px-4 py-3">
        <h1 className="text-base font-semibold">Chat</h1>
        <Button busy={busy} onClick={create}>
          New
        </Button>
      </div>
      <div className="px-4 pb-2">
        <Input
          wide
          type="search"
          aria-label="Search conversations"
          placeholder="Search"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        {some && (
          <Button look="quiet" aria-pressed={archived} onClick={() => setArchived(!archived)}>
            {archived ? 'Archived ones only' : 'Show archived'}
          </Button>
        )}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        <ul aria-label="Conversations">
          {shown.map((chat) => (
            <li key={chat.id} className="[contain-intrinsic-size:auto_3rem] [content-visibility:auto]">
              <ChatLine chat={chat} isChosen={chat.id === chosen} />
            </li>
          ))}
        </ul>
        {words.trim() !== '' && <SearchHits words={words.trim()} />}
      </div>
    </div>
  );
}

const ChatLine = ({ chat, isChosen }: { chat: ChatSummary; isChosen: boolean }) => (
  <Link
    to={`/chat/${encodeURIComponent(chat.id)}`}
    current={isChosen}
    className={cx('block rounded-md px-2.5 py-1.5', isChosen ? 'bg-hover' : 'hover:bg-hover')}
  >
    <span className="flex items-center gap-1.5">
      {chat.state === 'working' && <Dot tone="run" moving />}
      <span className={cx('truncate', chat.unread && !isChosen ? 'font-semibold' : 'font-medium')}>
        {chat.title || 'Conversation'}
      </span>
      {chat.unread && !isChosen && <span className="sr-only">unread</span>}
      {chat.simulated && <Simulated />}
    </span>
    <span className="text-xs text-faint">
      {plural(chat.turns, 'turn')} · <Ago at={chat.updatedAt} />
      {chat.status !== 'open' && ` · ${chat.status}`}
      {chat.labels.map((label) => ` · #${label}`)}
    </span>
  </Link>
);

/** Pure. By title, label or status. */
export function fitsFilter(
  { title, labels, status }: Pick<ChatSummary, 'title' | 'labels' | 'status'>,
  words: string,
): boolean {
  const text = [title, ...labels.map((label) => `#${label}`), status].join(' ').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
