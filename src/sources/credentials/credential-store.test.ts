import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CredentialStore } from './credential-store.ts';

const SECRET = 'sk-a-very-secret-thing';

function home(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-credentials-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function open(folder: string, passphrase?: string): CredentialStore {
  const store = new CredentialStore(folder, passphrase);
  onTestFinished(() => store.close());
  return store;
}

describe('C7 credentials', () => {
  it('C7.1 are sealed at rest, readable by the person alone, and there for the next process', () => {
    const folder = home();
    open(folder).set('source/a/secret/KEY', SECRET);
    expect(open(folder).get('source/a/secret/KEY')).toBe(SECRET);
    for (const name of readdirSync(join(folder, 'credentials'))) {
      expect(readFileSync(join(folder, 'credentials', name)).includes(SECRET)).toBe(false);
      if (!/-(wal|shm)$/.test(name)) expect(statSync(join(folder, 'credentials', name)).mode & 0o077).toBe(0);
    }
  });

  it('C7.3 do not open with another passphrase or a damaged key, nor under another name', () => {
    const folder = home();
    const store = open(folder, 'one');
    store.set('a', SECRET);
    expect(() => open(folder, 'two').get('a')).toThrow('another passphrase');
    expect(open(folder, 'one').get('a')).toBe(SECRET);
    const db = new DatabaseSync(join(folder, 'credentials', 'credentials.db'));
    db.exec("UPDATE secrets SET name = 'b' WHERE name = 'a'");
    db.close();
    expect(() => open(folder, 'one').get('b')).toThrow('cannot be opened');
    const other = home();
    open(other);
    writeFileSync(join(other, 'credentials', 'key'), 'short');
    expect(() => open(other)).toThrow('damaged');
  });

  it('go with their source, and no other', () => {
    const store = open(home());
    for (const name of ['source/a/tokens', 'source/a/secret/K', 'source/ab/tokens']) store.set(name, 'x');
    store.delete('source/a');
    expect(store.names()).toEqual(['source/ab/tokens']);
  });

  it('let one at a time do what must not be done twice', async () => {
    const folder = home();
    const [one, two] = [open(folder), open(folder)];
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(`${name} in`);
      await new Promise((done) => setTimeout(done, 30));
      order.push(`${name} out`);
    };
    await Promise.all([one.alone(work('a')), two.alone(work('b'))]);
    expect([order[0]?.[0], order[2]?.[0]].sort()).toEqual(['a', 'b']);
    expect(order[0]?.[0]).toBe(order[1]?.[0]);
  });
});
