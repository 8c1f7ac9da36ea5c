import { useEffect, useRef } from 'react';

/** `g h` is two keys in a row; `mod+k` is ⌘K or Ctrl-K. */
export type Hotkeys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const CHAIN_MS = 900;
/** The next key belongs to this one: `g p` must never be taken for `p`. */
const LEADER = 'g';

let last: { readonly event: KeyboardEvent; readonly led: boolean } | null = null;
let leader = 0;

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
      const work = latest.current[!mod && isLed(event) ? `${LEADER} ${name}` : name];
      if (!work) return;
      event.preventDefault();
      work(event);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [active]);
}

/** Whether the previous key was the leader. Several parts of the page listen: each gets the same answer. */
function isLed(event: KeyboardEvent): boolean {
  if (last?.event === event) return last.led;
  const now = Date.now();
  const led = now - leader < CHAIN_MS;
  leader = event.key === LEADER && !led ? now : 0;
  last = { event, led };
  return led;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

const isOpenDialog = (): boolean => document.querySelector('dialog[open]') !== null;
