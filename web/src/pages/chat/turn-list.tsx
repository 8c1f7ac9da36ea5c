import { useLayoutEffect, useRef } from 'react';
import type { ChatPermission } from '#contracts/chat.ts';
import type { ChatTurn } from '#contracts/chat-turn.ts';
import { useStickToEnd } from '../../lib/stick-to-end.ts';
import { Button } from '../../ui/button.tsx';
import { Scroll } from '../../ui/scroll.tsx';
import { PermissionCard } from './permission-card.tsx';
import { TurnCard } from './turn-card.tsx';

interface TurnListProps {
  /** Older turns, as far as they were requested, and how many there are besides. */
  readonly earlier: readonly ChatTurn[];
  readonly left: number;
  readonly turns: readonly ChatTurn[];
  readonly permissions: readonly ChatPermission[];
  /** Changes with every event. */
  readonly seq: number;
  /** Changes with every message that is sent from here. */
  readonly sent: number;
  readonly busy: boolean;
  showMore(): void;
}

/** The turns of a conversation. It follows what is new for readers at its end, and stays in place for others. */
export function TurnList({ earlier, left, turns, permissions, seq, sent, busy, showMore }: TurnListProps) {
  const list = useRef<HTMLElement>(null);
  // A person who writes wants to see the answer.
  useStickToEnd(list, `${turns.length} ${permissions.length} ${seq}`, true, sent);
  // Older turns come in above: what is being read stays where it is.
  const below = useRef(0);
  useLayoutEffect(() => {
    if (list.current && earlier.length > 0) list.current.scrollTop = list.current.scrollHeight - below.current;
  }, [earlier.length]);
  return (
    <Scroll label="Turns" ref={list} className="min-h-0 flex-1 overflow-y-auto">
      <ol className="mx-auto max-w-[800px] space-y-4 px-6 py-5">
        {left > 0 && (
          <li className="text-center">
            <Button
              busy={busy}
              onClick={() => {
                if (list.current) below.current = list.current.scrollHeight - list.current.scrollTop;
                showMore();
              }}
            >
              Show earlier turns ({left} more)
            </Button>
          </li>
        )}
        {[...earlier, ...turns].map((turn) => (
          <li key={turn.id} className="[contain-intrinsic-size:auto_8rem] [content-visibility:auto]">
            <TurnCard turn={turn} />
          </li>
        ))}
        {permissions.map((permission, index) => (
          <li key={permission.id}>
            <PermissionCard permission={permission} keys={index === 0} />
          </li>
        ))}
      </ol>
    </Scroll>
  );
}
