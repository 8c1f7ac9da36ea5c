import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import { Json } from '#contracts/json.ts';
import { readTextIfExists } from '#host/atomic-file.ts';
import type { ClientEntry, Scope } from './clients.ts';
import { removeIn, setIn } from './edit-jsonc.ts';
import { removeTable, setTable, type TomlValue } from './edit-toml.ts';
import { HOOKS_FILE, withHook } from './hooks.ts';
import { jsoncSpans } from './jsonc-spans.ts';
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
    if (!wanted.remove) return withEntry(client, text, wanted.command);
    return client.format === 'toml' ? removeTable(text, client.path.join('.')) : removeIn(text, client.path);
  });
}

/** A client's configuration with Assay's server in it. */
export const withEntry = (client: ClientEntry, text: string, command: string): string =>
  client.format === 'toml'
    ? setTable(text, client.path.join('.'), plain(client.entry(command)))
    : setIn(withAdded(text, client), client.path, client.entry(command));

/** What is there already stays as the person has it. */
function withAdded(text: string, { adds = {} }: ClientEntry): string {
  const members = text.trim() === '' ? [] : (jsoncSpans(text).members ?? []);
  const missing = Object.entries(adds).filter(([key]) => !members.some((member) => member.key === key));
  return missing.reduce((made, [key, value]) => setIn(made, [key], value), text);
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

const plain = (entry: Readonly<Record<string, Json>>): Record<string, TomlValue> =>
  Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, tomlValue(value)]));

function tomlValue(value: Json): TomlValue {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
}
