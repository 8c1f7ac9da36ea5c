import { useEffect, useState } from 'react';
import { ROUTES, STREAMS } from '#contracts/http/routes.ts';
import { follow } from '../../api/follow.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { type ChatState, nextChat } from './chat-fold.ts';

/** A conversation, and what is added to it while one looks on. */
export function useConversation(chat: string) {
  const answered = useAnswer(ROUTES.chat, { params: { chat: asChat(chat) } });
  const [state, setState] = useState<ChatState | null>(null);
  const { data } = answered;
  useEffect(() => {
    if (!data) return;
    const { turns, queue, permissions, seq } = data;
    let now: ChatState = { turns, queue, permissions, seq };
    setState(now);
    return follow(STREAMS.chatLive, {
      params: { chat },
      after: now.seq,
      on: (event) => {
        now = nextChat(now, event.data);
        setState(now);
      },
    });
  }, [data, chat]);
  return { state, summary: data?.chat ?? null, error: answered.error };
}

export const asChat = (chat: string) => ROUTES.chat.params.shape.chat.parse(chat);
