import { realpathSync } from 'node:fs';
import type { Json } from '#contracts/json.ts';
import type { Home } from '#host/home.ts';
import type { Redactor } from '#host/redact.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** A redactor for what leaves this machine: paths below the person's home begin with `~` instead, and name no one. */
export function hideHome(redactor: Redactor, env: Env, { root }: Pick<Home, 'root'>): Redactor {
  const hide = hiderOf([...placesOf(root, '~/.assay'), ...placesOf(env.HOME, '~')]);
  const text = (input: string): string => hide(redactor.text(input));
  const strings = (value: Json): Json => {
    if (typeof value === 'string') return hide(value);
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map(strings);
    return Object.fromEntries(Object.entries<Json>(value).map(([key, member]) => [hide(key), strings(member)]));
  };
  return { ...redactor, text, json: (value) => strings(redactor.json(value)) };
}

interface HomePlace {
  readonly path: string;
  readonly instead: string;
}

/** Under its name, and as the system resolves it. `/` would hide everything. */
function placesOf(path: string | undefined, instead: string): HomePlace[] {
  if (!path) return [];
  return [...new Set([path, resolved(path)])]
    .map((one) => one.replace(/\/+$/, ''))
    .filter((one) => one.length > 1)
    .map((one) => ({ path: one, instead }));
}

function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** Longest first, so that `~/.assay` wins over `~`; only whole names, so that `/root` leaves `/rootfs` alone. */
function hiderOf(places: readonly HomePlace[]): (text: string) => string {
  const forms = places
    .flatMap(({ path, instead }) => [
      { path, instead },
      { path: encodeURIComponent(path), instead },
    ])
    .toSorted((a, b) => b.path.length - a.path.length);
  const byPath = new Map(forms.map(({ path, instead }) => [path, instead]));
  if (byPath.size === 0) return (text) => text;
  const pattern = new RegExp(`(?:${[...byPath.keys()].map(literally).join('|')})(?![A-Za-z0-9_-])`, 'g');
  return (text) => text.replace(pattern, (found) => byPath.get(found) ?? found);
}
