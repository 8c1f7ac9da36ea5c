import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import { Json } from '#contracts/json.ts';
import { readTextIfExists } from '#host/atomic-file.ts';
import type { ClientEntry, Scope } from './clients.ts';
import { removeIn, setIn } from './edit-jsonc.ts';
import { removeTable, setTable } from './edit-toml.ts';
import { HOOKS_FILE, withHook } from './hooks.ts';
import { parseJsonc } from './parse-jsonc.ts';

/** One file as it is and as it will be; null where there is none. */
export interface FileChange {
  readonly file: string;
  readonly before: string | null;
  readonly after: string;
}

export interface Wanted {
  readonly scope: Scope;
  readonly remove: boolean;
  readonly repository: string;
  readonly home: string;
  /** How the client starts Assay. */
  readonly command: string;
}

/** What connecting a client changes. Nothing is written by this. */
export async function planChange(client: ClientEntry, wanted: Wanted): Promise<FileChange> {
  const root = wanted.scope === 'project' ? wanted.repository : wanted.home;
  const names = wanted.scope === 'project' ? client.project : client.user;
  const file = join(root, names.find((name) => existsSync(join(root, name))) ?? names[0] ?? '');
  return edited(file, (text) => {
    if (client.format === 'toml') {
      const table = client.path.join('.');
      if (wanted.remove) return removeTable(text, table);
      return setTable(text, table, plain(client.entry(wanted.command)));
    }
    if (wanted.remove) return removeIn(text, client.path);
    return setIn(text, client.path, client.entry(wanted.command));
  });
}

/** Claude Code's hook against test runners, in the project's settings. */
export const planHooks = (repository: string, remove: boolean): Promise<FileChange> =>
  edited(join(repository, HOOKS_FILE), (text) => {
    const now = text.trim() === '' ? {} : parseJsonc(text);
    const before = Json.parse(memberOf(memberOf(now, 'hooks'), 'PreToolUse') ?? []);
    if (remove && !JSON.stringify(before).includes('submit_work')) return text;
    return setIn(text, ['hooks', 'PreToolUse'], withHook(before, !remove));
  });

async function edited(file: string, edit: (text: string) => string): Promise<FileChange> {
  const before = await readTextIfExists(file);
  try {
    return { file, before, after: edit(before ?? '') };
  } catch (thrown) {
    const { message, next } = toErrorInfo(thrown);
    throw new AssayError('CONFIG_INVALID', `${file}: ${message}`, next === undefined ? {} : { next });
  }
}

const memberOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

const plain = (entry: Readonly<Record<string, Json>>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [key, Array.isArray(value) ? value.map(String) : String(value)]),
  );
