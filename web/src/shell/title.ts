import { useEffect } from 'react';
import { Store } from '../lib/store.ts';

const title = new Store('Assay');
let badge = 0;
title.subscribe(write);

export function useTitle(text: string): void {
  useEffect(() => title.set(text), [text]);
}

/** How many things wait for a person: in the title, and as a dot on the icon. */
export function setBadge(count: number): void {
  if (count === badge) return;
  badge = count;
  write();
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = count === 0 ? '/icon.svg' : badged(count);
}

function write(): void {
  const name = title.get() === 'Assay' ? 'Assay' : `${title.get()} · Assay`;
  document.title = badge === 0 ? name : `(${badge}) ${name}`;
}

function badged(count: number): string {
  const text = count > 9 ? '9+' : String(count);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1d2433"/><path d="M8 9h16l-2.2 11.2a4 4 0 0 1-3.9 3.3h-3.8a4 4 0 0 1-3.9-3.3z" fill="none" stroke="#d9b25f" stroke-width="2.2"/><circle cx="22.5" cy="22.5" r="9" fill="#8b3fd6"/><text x="22.5" y="27" font-family="sans-serif" font-size="${count > 9 ? 10 : 13}" font-weight="700" fill="#fff" text-anchor="middle">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
