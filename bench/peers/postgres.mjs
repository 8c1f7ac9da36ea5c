import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import pg from 'pg';

/** The folder that holds initdb and postgres, or nothing where Postgres is not installed. */
export function findPostgres() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** A server of our own on a Unix socket in a new folder; `stop` ends it and removes the folder. */
export async function startPostgres(bin, dir, settings) {
  const owner = unprivileged();
  // A short name: the path of a socket may be about 100 bytes long.
  const home = mkdtempSync(join(dir, 'pg-'));
  if (owner.uid !== undefined) {
    chownSync(home, owner.uid, owner.gid);
    chmodSync(dir, 0o711); // the server's user must be able to pass through
  }
  const data = join(home, 'data');
  const made = spawnSync(join(bin, 'initdb'), ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--no-locale'], {
    ...owner,
    cwd: home,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error}`);
  const options = { listen_addresses: '', unix_socket_directories: home, ...settings };
  const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...args], { ...owner, cwd: home, stdio: 'ignore' });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  // Should we end without stopping it: nothing in it is worth an orderly shutdown.
  const last = () => {
    server.kill('SIGQUIT');
    rmSync(home, { recursive: true, force: true });
  };
  process.once('exit', last);
  const connection = { host: home, user: 'bench', database: 'postgres' };
  await untilReady(connection, ended);
  const stop = async () => {
    process.off('exit', last);
    server.kill('SIGINT'); // Postgres's fast shutdown
    await ended;
    rmSync(home, { recursive: true, force: true });
  };
  return { connection, stop };
}

async function untilReady(connection, ended) {
  for (let tries = 0; tries < 100; tries += 1) {
    const client = new pg.Client(connection);
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      const over = await Promise.race([
        ended.then(() => true),
        new Promise((resolve) => setTimeout(resolve, 100, false)),
      ]);
      if (over) throw new Error('postgres ended before it answered');
    }
  }
  throw new Error('postgres did not answer within 10 s');
}

/** Postgres refuses to run as root: then it runs as the first of these users that exists. */
function unprivileged() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout || NaN),
    );
    if (Number.isInteger(uid) && Number.isInteger(gid)) return { uid, gid };
  }
  throw new Error('Postgres does not run as root, and there is neither a "postgres" nor a "nobody" user');
}
