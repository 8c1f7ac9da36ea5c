import { type KeyboardEvent, useState } from 'react';
import { useAction } from '../api/use-action.ts';
import { Button } from '../ui/button.tsx';
import { Labelled, TextArea } from '../ui/field.tsx';
import { Kbd, MOD } from '../ui/kbd.tsx';
import { ErrorNotice } from '../ui/notice.tsx';

interface TextFormProps {
  readonly label: string;
  readonly hint?: string;
  readonly action: string;
  readonly mono?: boolean;
  send(text: string): Promise<unknown>;
  done(): void;
}

export function TextForm({ label, hint, action, mono = false, send, done }: TextFormProps) {
  const [text, setText] = useState('');
  const sending = useAction(async () => {
    await send(text);
    done();
  });
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && text.trim() !== '') void sending.run();
  };
  return (
    <div className="space-y-2">
      <div className={mono ? 'font-mono' : ''}>
        <Labelled label={label} {...(hint === undefined ? {} : { hint })}>
          <TextArea rows={4} value={text} onChange={(event) => setText(event.target.value)} onKeyDown={press} />
        </Labelled>
      </div>
      <Button look="strong" busy={sending.busy} disabled={text.trim() === ''} onClick={() => void sending.run()}>
        {action}
        <span className="flex gap-0.5">
          <Kbd>{MOD}</Kbd>
          <Kbd>Enter</Kbd>
        </span>
      </Button>
      <ErrorNotice error={sending.error} />
    </div>
  );
}
