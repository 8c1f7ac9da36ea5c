import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AssayError } from '#contracts/errors.ts';
import type { Keyring } from './keyring.ts';

const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 128 * 1024 * 1024 } as const;
const WAIT_MS = 60_000;

/**
 * Secrets at rest: AES-256-GCM, one row per name, which is part of the authenticated data, so rows cannot be swapped.
 * The key is derived by scrypt from a passphrase (`ASSAY_PASSPHRASE`); without one it comes from a random key in the
 * system's keyring, or else from a file that only the person can read: then anyone who can read the person's files can
 * read the secrets. The database is also the lock between processes.
 */
export class CredentialStore {
  readonly #db: DatabaseSync;
  readonly #key: Buffer;

  constructor(home: string, passphrase: string | undefined, keyring: Keyring | null = null) {
    const folder = join(home, 'credentials');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, 'credentials.db');
    this.#db = new DatabaseSync(file);
    chmodSync(file, 0o600);
    this.#db.exec(`PRAGMA busy_timeout = ${WAIT_MS}; PRAGMA journal_mode = WAL`);
    this.#db.exec('CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, box BLOB NOT NULL) STRICT');
    this.#db.exec(
      'CREATE TABLE IF NOT EXISTS salt (id INTEGER PRIMARY KEY CHECK (id = 1), value BLOB NOT NULL) STRICT',
    );
    this.#db.prepare('INSERT OR IGNORE INTO salt VALUES (1, ?)').run(randomBytes(16));
    const salt = Buffer.from(this.#db.prepare('SELECT value FROM salt').get()?.value as Uint8Array);
    this.#key = scryptSync(passphrase ?? this.#ownKey(folder, keyring), salt, 32, SCRYPT);
  }

  /**
   * Created once, by the first process that needs it: in the keyring if that accepts it, and from then on nowhere else.
   */
  #ownKey(folder: string, keyring: Keyring | null): Buffer {
    const file = join(folder, 'key');
    if (existsSync(file)) return keyFile(file);
    this.#db.exec('CREATE TABLE IF NOT EXISTS keyring (account TEXT PRIMARY KEY) STRICT');
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const kept = this.#db.prepare('SELECT account FROM keyring').get()?.account;
      if (typeof kept === 'string') return keyFrom(keyring, kept);
      const account = `credentials ${randomBytes(8).toString('hex')}`;
      const key = randomBytes(32);
      // What it claims to have stored must be readable.
      const isTaken = keyring?.write(account, key.toString('hex')) && keyring.read(account) === key.toString('hex');
      if (!isTaken) return keyFile(file);
      this.#db.prepare('INSERT INTO keyring VALUES (?)').run(account);
      return key;
    } finally {
      this.#db.exec('COMMIT');
    }
  }

  set(name: string, value: string): void {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(name));
    const box = Buffer.concat([nonce, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    this.#db.prepare('INSERT OR REPLACE INTO secrets VALUES (?, ?)').run(name, box);
  }

  get(name: string): string | undefined {
    const row = this.#db.prepare('SELECT box FROM secrets WHERE name = ?').get(name);
    if (row === undefined) return undefined;
    const box = Buffer.from(row.box as Uint8Array);
    try {
      const open = createDecipheriv('aes-256-gcm', this.#key, box.subarray(0, 12)).setAAD(Buffer.from(name));
      open.setAuthTag(box.subarray(-16));
      return Buffer.concat([open.update(box.subarray(12, -16)), open.final()]).toString('utf8');
    } catch (cause) {
      throw new AssayError(
        'CREDENTIAL_UNREADABLE',
        `The secret ${name} cannot be opened: another passphrase or key sealed it.`,
        {
          next: 'Set ASSAY_PASSPHRASE as it was, or sign in again: assay sources auth NAME.',
          cause,
        },
      );
    }
  }

  names(): string[] {
    return this.#db
      .prepare('SELECT name FROM secrets ORDER BY name')
      .all()
      .map(({ name }) => String(name));
  }

  delete(prefix: string): void {
    for (const name of this.names())
      if (name === prefix || name.startsWith(`${prefix}/`))
        this.#db.prepare('DELETE FROM secrets WHERE name = ?').run(name);
  }

  /** One process at a time: two that use a refresh token at once would both lose it where tokens rotate. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    const lock = new DatabaseSync(join(dirname(this.#db.location() ?? ''), 'lock.db'));
    try {
      lock.exec(`PRAGMA busy_timeout = 0`);
      for (const end = Date.now() + WAIT_MS; ; ) {
        try {
          lock.exec('BEGIN EXCLUSIVE');
          break;
        } catch (thrown) {
          if (Date.now() > end)
            throw new AssayError('STORE_BUSY', 'Another process signs in to this source.', { cause: thrown });
          await new Promise((done) => setTimeout(done, 50));
        }
      }
      return await work();
    } finally {
      lock.close();
    }
  }

  close(): void {
    this.#db.close();
  }
}

function keyFrom(keyring: Keyring | null, account: string): Buffer {
  const text = keyring?.read(account);
  if (text !== undefined && /^[0-9a-f]{64}$/.test(text)) return Buffer.from(text, 'hex');
  throw new AssayError(
    'CREDENTIAL_UNREADABLE',
    'The key to your secrets is in the system’s keyring, which does not release it.',
    {
      next: 'Unlock the keyring, or run this in your desktop session; or remove credentials/ in Assay’s home and sign in again.',
    },
  );
}

/** Created once; a second process reads the first one's. */
function keyFile(path: string): Buffer {
  if (!existsSync(path)) {
    try {
      writeFileSync(path, randomBytes(32), { flag: 'wx', mode: 0o600 });
    } catch (thrown) {
      if (!existsSync(path)) throw thrown;
    }
  }
  const key = readFileSync(path);
  if (key.length === 32) return key;
  throw new AssayError('CREDENTIAL_UNREADABLE', `${path} is damaged: a key has 32 bytes, this file ${key.length}.`, {
    next: 'Put the file back from a backup; or remove it and sign in to your sources again.',
  });
}
