import { useEffect, useState } from 'react';
import type { ChatTurn } from '#contracts/chat-turn.ts';
import { ROUTES, STREAMS } from '#contracts/http/routes.ts';
import { call } from '../../api/call.ts';
import { follow } from '../../api/follow.ts';
import { useAction } from '../../api/use-action.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { type ChatPageState, nextChat } from './chat-fold.ts';

/** A conversation with live updates. */
export function useConversation(chat: string) {
  const answered = useAnswer(ROUTES.chat, { params: { chat: asChat(chat) } });
  const [state, setState] = useState<ChatPageState | null>(null);
  const [before, setBefore] = useState<Earlier | null>(null);
  const { data } = answered;
  useEffect(() => {
    if (!data) return;
    const { turns, queue, permissions, seq } = data;
    let now: ChatPageState = { turns, queue, permissions, seq };
    setState(now);
    setBefore({ turns: [], left: data.earlier });
    return follow(STREAMS.chatLive, {
      params: { chat },
      after: now.seq,
      on: (event) => {
        now = nextChat(now, event.data);
        setState(now);
      },
    });
  }, [data, chat]);
  const more = useAction(async () => {
    const first = before?.turns[0] ?? state?.turns[0];
    if (!first) return;
    const page = await call(ROUTES.chat, { params: { chat: asChat(chat) }, query: { before: first.id } });
    setBefore((known) => ({ turns: [...page.turns, ...(known?.turns ?? [])], left: page.earlier }));
  });
  return { state, before, more, summary: data?.chat ?? null, error: answered.error, reload: answered.reload };
}

/** Older turns than those that came with the conversation, as far as they were requested. */
interface Earlier {
  readonly turns: readonly ChatTurn[];
  readonly left: number;
}

export const asChat = (chat: string) => ROUTES.chat.params.shape.chat.parse(chat);
