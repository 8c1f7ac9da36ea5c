import { type KeyboardEvent, useState } from 'react';
import type { QueuedMessage } from '#contracts/chat.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { MentionList, type Suggestion, suggested, wordAtEnd } from './mention-list.tsx';

interface ComposerProps {
  readonly working: boolean;
  readonly queue: readonly QueuedMessage[];
  /** What a message may name. */
  readonly known: readonly Suggestion[];
  send(text: string): Promise<boolean>;
  stop(): void;
  unqueue(message: string): void;
}

/** The next message. While the agent works it waits in a queue, and can be removed. */
export function Composer({ working, queue, known, send, stop, unqueue }: ComposerProps) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(-1);
  const write = (words: string): void => {
    setText(words);
    setAt(-1);
  };
  const say = async (): Promise<void> => {
    const words = text.trim();
    if (words === '') return;
    // At once: further typing is another message, and an empty field leaves the keys to a question.
    write('');
    if (!(await send(words))) setText((later) => later || words);
  };
  const word = wordAtEnd(text);
  const found = word === null ? [] : suggested(word, known);
  const pick = (whole: string): void => write(`${text.slice(0, text.length - (word?.length ?? 0))}${whole} `);
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      return setAt((at + step + found.length + (at < 0 && step < 0 ? 1 : 0)) % found.length);
    }
    const reached = found[at];
    if (reached !== undefined && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault();
      return pick(reached.word);
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void say();
  };
  return (
    <div className="border-t border-line bg-surface px-6 py-3">
      <div className="mx-auto max-w-[800px]">
        {queue.length > 0 && (
          <ul className="mb-2 space-y-1" aria-label="Waits for its turn">
            {queue.map(({ id, text: queued }) => (
              <li key={id} className="flex items-center gap-2 rounded-md bg-sunken px-2.5 py-1 text-xs text-soft">
                <span className="min-w-0 flex-1 truncate">{queued}</span>
                <button type="button" className="text-accent hover:underline" onClick={() => unqueue(id)}>
                  take back
                </button>
              </li>
            ))}
          </ul>
        )}
        <MentionList found={found} at={at} pick={pick} />
        <div className="flex items-end gap-2">
          <TextArea
            rows={2}
            value={text}
            onChange={(event) => write(event.target.value)}
            onKeyDown={press}
            placeholder={working ? 'Say it now; it waits for its turn' : 'What should be done?'}
            aria-label="Message"
          />
          {working && (
            <Button icon="stop" onClick={stop}>
              Stop
            </Button>
          )}
          <Button look="strong" icon="send" disabled={text.trim() === ''} onClick={() => void say()}>
            {working ? 'Queue' : 'Send'}
          </Button>
        </div>
      </div>
    </div>
  );
}
