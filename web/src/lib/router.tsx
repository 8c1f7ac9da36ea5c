import { type MouseEvent, type ReactNode, useCallback } from 'react';
import { Store, useStore } from './store.ts';

export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

const here = (): Place => ({ path: location.pathname, query: new URLSearchParams(location.search) });
const place = new Store<Place>(here());
addEventListener('popstate', () => place.set(here()));

export const usePlace = (): Place => useStore(place);

export function navigate(to: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'replace') history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  place.set(here());
}

/** One value of the query; setting it keeps the others, and null removes it. */
export function useQueryValue(name: string): [string | null, (value: string | null) => void] {
  const { query } = usePlace();
  const set = useCallback((value: string | null) => setQuery({ [name]: value }), [name]);
  return [query.get(name), set];
}

export function setQuery(values: Record<string, string | null>): void {
  const next = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  const search = next.toString();
  navigate(`${location.pathname}${search === '' ? '' : `?${search}`}`, 'replace');
}

interface LinkProps {
  readonly to: string;
  readonly className?: string;
  readonly children: ReactNode;
  readonly label?: string;
  readonly current?: boolean;
}

export function Link({ to, className, children, label, current }: LinkProps) {
  const follow = (event: MouseEvent): void => {
    // The browser opens other tabs and windows.
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a href={to} onClick={follow} className={className} aria-label={label} aria-current={current ? 'page' : undefined}>
      {children}
    </a>
  );
}

export const runPath = (run: string, query: Record<string, string> = {}): string => {
  const search = new URLSearchParams(query).toString();
  return `/runs/${encodeURIComponent(run)}${search === '' ? '' : `?${search}`}`;
};
