import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Command, ExecResult, RunningProcess } from '#contracts/exec.ts';
import type { SpawnedProcess } from './sdk.ts';

export interface Spawned extends SpawnedProcess {
  /** Of the real process. */
  readonly ended: Promise<ExecResult>;
}

/** Returns a process to the package at once, while the real one is being started in the sandbox. */
export function spawnInSandbox(start: (command: Command) => Promise<RunningProcess>, command: Command): Spawned {
  const events = new EventEmitter();
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const state: { exitCode: number | null; killed: boolean } = { exitCode: null, killed: false };
  const started = start(command);
  const ended = started.then((running) => running.ended);

  void started.then((running) => {
    void pump(stdin, running.stdin);
    void drain(running.stdout, stdout);
  });
  void ended.then(({ exitCode, signal }) => {
    // The package judges by this; we judge by the messages.
    state.exitCode = exitCode ?? (signal === null ? 1 : null);
    events.emit('exit', state.exitCode, signal);
  });
  stdin.on('error', () => undefined);
  return {
    stdin,
    stdout,
    ended,
    get killed() {
      return state.killed;
    },
    get exitCode() {
      return state.exitCode;
    },
    kill() {
      state.killed = true;
      void started.then((running) => running.kill());
      return true;
    },
    on: (event, listener) => void events.on(event, listener),
    once: (event, listener) => void events.once(event, listener),
    off: (event, listener) => void events.off(event, listener),
  };
}

async function pump(from: PassThrough, to: WritableStream<Uint8Array>): Promise<void> {
  const writer = to.getWriter();
  try {
    for await (const chunk of from) await writer.write(chunk);
    await writer.close();
  } catch {
    // The program has ended; its exit says how.
  }
}

async function drain(from: ReadableStream<Uint8Array>, to: PassThrough): Promise<void> {
  for await (const chunk of from) {
    if (!to.write(chunk)) await new Promise((resolve) => to.once('drain', resolve));
  }
  to.end();
}
