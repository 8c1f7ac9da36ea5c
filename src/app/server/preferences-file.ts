import { join } from 'node:path';
import { Preferences, type PreferencesChange } from '#contracts/http/preferences.ts';
import { toJson } from '#contracts/json.ts';
import { readJsonIfExists, writeJsonAtomic } from '#host/atomic-file.ts';
import type { Home } from '#host/home.ts';
import { KeyedLock } from './keyed-lock.ts';

/** A person's preferences, in a file they may edit themselves: unknown fields are kept. */
export class PreferencesFile {
  readonly #file: string;
  readonly #lock = new KeyedLock<'file'>();

  constructor({ root }: Home) {
    this.#file = join(root, 'preferences.json');
  }

  async read(): Promise<Preferences> {
    return (await readJsonIfExists(this.#file, Preferences)) ?? Preferences.parse({});
  }

  change({ permissions, ...change }: PreferencesChange): Promise<Preferences> {
    return this.#lock.run('file', async () => {
      const before = (await readJsonIfExists(this.#file, Preferences.loose())) ?? Preferences.parse({});
      const after = { ...before, ...change, permissions: { ...before.permissions, ...permissions } };
      await writeJsonAtomic(this.#file, toJson(after, 'preferences'), { mode: 0o600 });
      return Preferences.parse(after);
    });
  }
}
