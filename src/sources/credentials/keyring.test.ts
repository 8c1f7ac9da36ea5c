import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CredentialStore } from './credential-store.ts';
import { type Keyring, systemKeyring } from './keyring.ts';

const NAME = 'source/a/secret/KEY';

function home(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-keyring-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function open(folder: string, keyring: Keyring | null): CredentialStore {
  const store = new CredentialStore(folder, undefined, keyring);
  onTestFinished(() => store.close());
  return store;
}

function inMemory(): Keyring & { readonly held: Map<string, string> } {
  const held = new Map<string, string>();
  return {
    held,
    read: (name) => held.get(name),
    write: (name, value) => held.set(name, value) !== undefined,
  };
}

describe('C7.4 the key in the keyring', () => {
  it('is made once, and is in no file', () => {
    const [folder, keyring] = [home(), inMemory()];
    open(folder, keyring).set(NAME, 'a secret');
    expect(open(folder, keyring).get(NAME)).toBe('a secret');
    expect(keyring.held.size).toBe(1);
    expect(existsSync(join(folder, 'credentials/key'))).toBe(false);
  });

  it('is requested if the keyring is locked, and nothing is sealed with another key', () => {
    const [folder, keyring] = [home(), inMemory()];
    open(folder, keyring).set(NAME, 'a secret');
    expect(() => open(folder, null)).toThrow(/keyring/);
    expect(existsSync(join(folder, 'credentials/key'))).toBe(false);
    expect(open(folder, keyring).get(NAME)).toBe('a secret');
  });

  it('is kept in a file if the keyring refuses, and stays there', () => {
    const folder = home();
    open(folder, { read: () => undefined, write: () => true }).set(NAME, 'a secret');
    expect(existsSync(join(folder, 'credentials/key'))).toBe(true);
    expect(open(folder, inMemory()).get(NAME)).toBe('a secret');
  });

  it('is looked for only in a session that has one', () => {
    expect(systemKeyring({ PATH: process.env.PATH })).toBeNull();
  });
});
