import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { manualClock } from './clock.ts';
import { readProcess } from './process-table.ts';
import { type ProcessRequest, type ProcessResult, runProcess } from './run-process.ts';

const ESCAPEES = join(import.meta.dirname, 'testing/escapees.ts');
const WAYS = ['child', 'session', 'no-environment', 'deaf', 'daemon'] as const;

interface Escape {
  readonly result: ProcessResult;
  /** The process that tried to escape. */
  readonly pid: number;
  readonly isRunning: boolean;
}

/** Runs the fixture; `whenUp` is called once the escaping process has printed its pid. */
async function tryEscape(way: string, more: Partial<ProcessRequest>, whenUp = () => {}): Promise<Escape> {
  let pid = 0;
  const result = await runProcess({
    program: process.execPath,
    args: [ESCAPEES, way],
    cwd: import.meta.dirname,
    env: { PATH: process.env.PATH },
    graceMs: 200,
    onLine: (stream, line) => {
      if (stream !== 'stdout') return;
      pid = Number(line);
      onTestFinished(() => forget(pid));
      whenUp();
    },
    ...more,
  });
  return { result, pid, isRunning: readProcess(pid)?.running ?? false };
}

function forget(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone, as expected.
  }
}

describe('a tree that is ended', () => {
  it.each(WAYS)('dies whole on abort: %s', async (way) => {
    const controller = new AbortController();
    const { result, pid, isRunning } = await tryEscape(way, { signal: controller.signal }, () => controller.abort());
    expect(pid).toBeGreaterThan(1);
    expect({ outcome: result.outcome, survivors: result.survivors, isRunning }).toEqual({
      outcome: 'aborted',
      survivors: 0,
      isRunning: false,
    });
  });

  it('dies whole at its time limit', async () => {
    const clock = manualClock();
    const { result, pid, isRunning } = await tryEscape('session', { clock, timeoutMs: 1 }, () => clock.advance(1));
    expect(pid).toBeGreaterThan(1);
    expect({ outcome: result.outcome, survivors: result.survivors, isRunning }).toEqual({
      outcome: 'timed-out',
      survivors: 0,
      isRunning: false,
    });
  });

  it('gets a signal first: a program may clean up in the grace period', async () => {
    const controller = new AbortController();
    const polite = `process.on('SIGTERM', () => { console.log('cleaned up'); process.exit(0) });
      console.log('up'); setInterval(() => {}, 1000)`;
    const result = await runProcess({
      program: process.execPath,
      args: ['-e', polite],
      cwd: import.meta.dirname,
      env: {},
      graceMs: 30_000,
      signal: controller.signal,
      onLine: () => controller.abort(),
    });
    expect(result).toMatchObject({ outcome: 'aborted', exitCode: 0, stdout: { text: 'up\ncleaned up\n' } });
  });

  it('finds what started while it was being ended', async () => {
    const controller = new AbortController();
    // Answers SIGTERM with a new process in a new session.
    const hydra = `const { spawn } = require('node:child_process');
      process.on('SIGTERM', () => { spawn('sleep', ['60'], { detached: true, stdio: 'ignore' }); });
      console.log('up'); setInterval(() => {}, 1000)`;
    const result = await runProcess({
      program: process.execPath,
      args: ['-e', hydra],
      cwd: import.meta.dirname,
      env: { PATH: process.env.PATH },
      graceMs: 300,
      signal: controller.signal,
      onLine: () => controller.abort(),
    });
    expect(result).toMatchObject({ outcome: 'aborted', signal: 'SIGKILL', survivors: 0 });
  });
});

describe('processes that outlast a program that ended by itself', () => {
  /** Ends as soon as its child is up. */
  const parent = (options: string): string =>
    `require('node:child_process').spawn(process.execPath,
      ['-e', 'console.log(process.pid); process.send("up"); setInterval(() => {}, 1000)'],
      { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], ${options} }).on('message', () => process.exit(0))`;
  const runParent = async (options: string, more: Partial<ProcessRequest> = {}) => {
    let pid = 0;
    const result = await runProcess({
      program: process.execPath,
      args: ['-e', parent(options)],
      cwd: import.meta.dirname,
      env: { PATH: process.env.PATH },
      graceMs: 200,
      onLine: (_stream, line) => {
        pid = Number(line);
        onTestFinished(() => forget(pid));
      },
      ...more,
    });
    return { result, isRunning: readProcess(pid)?.running ?? false };
  };

  it.each(['detached: false', 'detached: true'])(
    'is ended and counted, though it holds the output open (%s)',
    async (options) => {
      const { result, isRunning } = await runParent(options);
      expect(result).toMatchObject({
        outcome: 'exited',
        exitCode: 0,
        leftovers: 1,
        survivors: 0,
        stdout: { ended: true },
      });
      expect(isRunning).toBe(false);
    },
  );

  it('may be left alone; the result comes all the same', async () => {
    const { result, isRunning } = await runParent('detached: true', { leaveDaemons: true });
    expect(result).toMatchObject({ outcome: 'exited', exitCode: 0, leftovers: 1, stdout: { ended: false } });
    expect(isRunning).toBe(true);
  });

  it('does not hold the result up even when it cannot be found', async () => {
    const { result } = await runParent('detached: true, env: {}');
    expect(result).toMatchObject({
      outcome: 'exited',
      exitCode: 0,
      stdout: { text: expect.stringMatching(/^\d+\n$/) },
    });
  });
});
