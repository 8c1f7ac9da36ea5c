import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TomlTable } from 'smol-toml';
import { z } from 'zod';
import type { ClientEntry, ClientScope } from '#agents/known/client-entry.ts';
import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import { Json } from '#contracts/json.ts';
import { readTextIfExists } from '#host/atomic-file.ts';
import { removeEntry, setEntry } from './edit-toml.ts';
import { HOOKS_FILE, withHook } from './hooks.ts';
import { parseJsonc, removeIn, setIn } from './jsonc.ts';
import { keepingLineEnds } from './line-ends.ts';

/** One file before and after; null where there is none. */
export interface FileChange {
  readonly file: string;
  readonly before: string | null;
  /** Null where a file that contained only Assay's entry becomes empty. */
  readonly after: string | null;
}

export interface Wanted {
  readonly scope: ClientScope;
  readonly remove: boolean;
  readonly repository: string;
  readonly home: string;
  /** How the client starts Assay. */
  readonly command: string;
}

/** The changes of connecting a client. Nothing is written by this. */
export async function planChange(client: ClientEntry, wanted: Wanted): Promise<FileChange> {
  const root = wanted.scope === 'project' ? wanted.repository : wanted.home;
  const names = wanted.scope === 'project' ? client.project : client.user;
  const file = join(root, names.find((name) => existsSync(join(root, name))) ?? names[0] ?? '');
  if (!wanted.remove) return edited(file, (text) => withEntry(client, text, wanted.command));
  const change = await edited(file, (text) => withoutEntry(client, text));
  const isLeft = change.after === null || change.after === change.before || !isEmpty(client, change.after);
  return isLeft ? change : { ...change, after: null };
}

/** A client's configuration with Assay's server in it. What a person added to the entry (their `env`) stays. */
export const withEntry = (client: ClientEntry, text: string, command: string): string =>
  keepingLineEnds(text, (plain) => {
    if (client.format === 'toml') return setEntry(plain, tomlPath(client), tomlEntry(client.entry(command)));
    if (!client.readsComments) refuseComments(client, plain);
    return setIn(withAdded(plain, client), client.path, { ...keptOf(plain, client), ...client.entry(command) });
  });

const withoutEntry = (client: ClientEntry, text: string): string =>
  keepingLineEnds(text, (plain) =>
    client.format === 'toml' ? removeEntry(plain, tomlPath(client)) : removeIn(plain, client.path),
  );

const tomlPath = ({ path: [table = '', name = ''] }: ClientEntry): [string, string] => [table, name];

/** A client that cannot read comments discards the whole file, and with it the gate. */
function refuseComments({ title }: ClientEntry, text: string): void {
  if (text.trim() === '') return;
  parseJsonc(text);
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new AssayError(
      'CONFIG_INVALID',
      `${title} reads no JSON with comments or last commas, and ignores this file`,
      {
        next: 'Take them out, then connect again.',
      },
    );
  }
}

/** The entry's existing content, kept where Assay sets nothing. */
function keptOf(text: string, { path }: ClientEntry): Record<string, Json> {
  const whole = text.trim() === '' ? {} : parseJsonc(text);
  const entry = path.reduce<unknown>((value, key) => memberOf(value, key), whole);
  const read = z.record(z.string(), Json).safeParse(entry);
  return read.success ? read.data : {};
}

/** Whether only Assay's own additions are left: empty objects, and what the client adds. */
function isEmpty({ format, adds = {} }: ClientEntry, text: string): boolean {
  if (format === 'toml') return text.trim() === '';
  if (/\/\/|\/\*/.test(text.replace(/"(?:[^"\\\n]|\\.)*"/g, ''))) return false;
  const isNothing = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isNothing);
  const value = parseJsonc(text);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).every(([key, each]) => adds[key] === each || isNothing(each));
}

/** Existing content stays as the person has it. */
function withAdded(text: string, { adds = {} }: ClientEntry): string {
  const now = text.trim() === '' ? {} : parseJsonc(text);
  const missing = Object.entries(adds).filter(([key]) => memberOf(now, key) === undefined);
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

const tomlEntry = (entry: Readonly<Record<string, Json>>): TomlTable =>
  Object.fromEntries(
    Object.entries(entry).flatMap(([key, value]) => (value === null ? [] : [[key, tomlValue(value)]])),
  );

function tomlValue(value: Exclude<Json, null>): string | number | boolean | string[] {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
}
