import { useEffect, useRef } from 'react';

/** `g h` is two keys in a row; `mod+k` is ⌘K or Ctrl-K. */
export type Hotkeys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const CHAIN_MS = 900;
let first: { key: string; at: number } | null = null;

/** Keys that work while nothing is being typed; those with `mod` work always. */
export function useHotkeys(keys: Hotkeys, active = true): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!active) return;
    const press = (event: KeyboardEvent): void => {
      const { key } = event;
      const mod = event.metaKey || event.ctrlKey;
      const name = mod ? `mod+${key.toLowerCase()}` : key;
      if (event.defaultPrevented || event.altKey || (!mod && (isTyping(event.target) || isOpenDialog()))) return;
      const chained = first && Date.now() - first.at < CHAIN_MS ? latest.current[`${first.key} ${name}`] : undefined;
      const work = chained ?? latest.current[name];
      if (!mod && !work) first = { key: name, at: Date.now() };
      if (!work) return;
      first = null;
      event.preventDefault();
      work(event);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [active]);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

const isOpenDialog = (): boolean => document.querySelector('dialog[open]') !== null;
