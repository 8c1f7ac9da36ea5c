import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { basename, join } from 'node:path';

/** What lies outside the agent's workspace; in each place the same secret. */
export interface World {
  readonly secret: string;
  readonly base: string;
  /** The agent's own, made again before every peek. */
  readonly workspace: string;
  readonly other: string;
  readonly main: string;
  /** Where a peek finds things. */
  variables(): Record<string, string>;
  victimLives(): boolean;
  /** Undoes what a peek did. */
  renew(): Promise<void>;
  close(): void;
}

export interface WorldOptions {
  readonly base: string;
  readonly secret: string;
  /** The folder of the sandbox's own files. */
  readonly options: string;
}

export async function makeWorld({ base, secret, options }: WorldOptions): Promise<World> {
  const at = (name: string): string => join(base, name);
  const [workspace, other, main, home] = [at('ws-a'), at('ws-b'), at('main'), at('home')];
  for (const folder of [other, join(home, '.ssh')]) mkdirSync(folder, { recursive: true });
  const temp = join('/tmp', `peek-${basename(base)}`);
  const shared = join('/dev/shm', `peek-${basename(base)}`);
  for (const file of [join(other, 'answer.txt'), at('runs.db'), join(home, '.ssh/id_secret'), temp, shared])
    writeFileSync(file, `${secret}\n`);
  makeRepository(main, 'secret.txt', secret);
  makeRepository(at('ws-a.seed'), 'file.txt', 'nothing of interest');
  const object = git(main, 'rev-parse', 'HEAD:secret.txt').trim();

  const servers = [
    await talker(secret, 0),
    await talker(secret, at('sock')),
    await talker(secret, `\0${basename(base)}`),
  ];
  const dns = createSocket('udp4', (_, { port }) => dns.send(`TXT ${secret}`, port, '127.0.0.1'));
  dns.bind(0, '127.0.0.1');
  await once(dns, 'listening');
  const terminal = await makeTerminal();
  let victim = makeVictim(other, secret);

  const renew = async (): Promise<void> => {
    for (const path of [workspace, at('escaped'), at('planted'), join(other, 'planted'), join(main, 'planted')])
      rmSync(path, { recursive: true, force: true });
    cpSync(at('ws-a.seed'), workspace, { recursive: true });
    if (!lives(victim)) victim = makeVictim(other, secret);
  };
  await renew();
  return {
    secret,
    base,
    workspace,
    other,
    main,
    renew,
    victimLives: () => lives(victim),
    variables: () => ({
      W_BASE: base,
      W_OTHER: other,
      W_MAIN: main,
      W_HOME: home,
      W_DB: at('runs.db'),
      W_TMP: temp,
      W_SHM: shared,
      W_OBJECT: object,
      W_PID: String(victim.pid),
      W_PORT: String(portOf(servers[0])),
      W_DNS: String(dns.address().port),
      W_UNIX: at('sock'),
      W_ABSTRACT: basename(base),
      W_TTY: terminal.path,
      W_OPTIONS: options,
    }),
    close() {
      for (const server of servers) server.close();
      dns.close();
      terminal.process.kill('SIGKILL');
      victim.kill('SIGKILL');
      for (const path of [temp, shared]) rmSync(path, { force: true });
    },
  };
}

const GIT_ENV = { PATH: process.env.PATH ?? '', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], {
    cwd,
    env: GIT_ENV,
    encoding: 'utf8',
  });

function makeRepository(folder: string, file: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '-q', '-b', 'main');
  writeFileSync(join(folder, file), `${text}\n`);
  git(folder, 'add', '.');
  git(folder, 'commit', '-q', '-m', 'first');
}

/** Says the secret to anyone who calls. */
async function talker(secret: string, where: number | string): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(secret);
  });
  if (typeof where === 'number') server.listen(where, '127.0.0.1');
  else server.listen(where);
  await once(server, 'listening');
  return server;
}

function portOf(server: Server | undefined): number {
  const address = server?.address();
  if (typeof address !== 'object' || address === null) throw new TypeError('not listening on a port');
  return (address satisfies AddressInfo).port;
}

/** A process outside with the secret in its arguments and environment, in another workspace. */
const makeVictim = (cwd: string, secret: string): ChildProcess =>
  spawn('/usr/bin/env', ['sh', '-c', 'sleep 600; :', secret], {
    cwd,
    env: { ...process.env, VICTIM: secret },
    stdio: 'ignore',
  });

const lives = (victim: ChildProcess): boolean => victim.exitCode === null && victim.signalCode === null;

/** A terminal without a person. */
async function makeTerminal(): Promise<{ readonly path: string; readonly process: ChildProcess }> {
  const script = 'import os, pty, time; a, b = pty.openpty(); print(os.ttyname(b), flush=True); time.sleep(600)';
  const holder = spawn('/usr/bin/python3', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [path] = await once(holder.stdout, 'data');
  return { path: String(path).trim(), process: holder };
}
