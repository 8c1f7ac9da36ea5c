import { useState } from 'react';
import { announce } from '../shell/announcer.ts';
import { Button } from './button.tsx';

interface CopyProps {
  readonly text: () => string;
  readonly label: string;
  readonly words?: boolean;
}

export function CopyButton({ text, label, words = false }: CopyProps) {
  const [done, setDone] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text());
    setDone(true);
    announce('Copied.');
    setTimeout(() => setDone(false), 1_500);
  };
  const shown = done ? 'Copied' : label;
  return (
    <Button
      look="quiet"
      icon={done ? 'check' : 'copy'}
      onClick={() => void copy()}
      title={label}
      {...(words ? {} : { 'aria-label': shown })}
    >
      {words ? shown : undefined}
    </Button>
  );
}

export const CopyCommand = ({ children }: { children: string }) => (
  <span className="group inline-flex max-w-full items-center gap-1 rounded-md border border-line bg-sunken py-0.5 pl-2 pr-0.5 font-mono text-xs">
    <span className="min-w-0 flex-1 truncate">{children}</span>
    <CopyButton text={() => children} label={`Copy ${children}`} />
  </span>
);
