import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command, RunningProcess } from '#contracts/exec.ts';
import type { Sandbox, SandboxPolicy } from '#contracts/sandbox.ts';
import { DEFAULT_SANDBOX_LIMITS } from './limits.ts';
import { createSandbox } from './sandbox.ts';
import { startOutside } from './start-outside.ts';

const missing = spawnSync('bwrap', ['--version']).error !== undefined;
const root = mkdtempSync(join(tmpdir(), 'assay-start-'));
const workspace = mkdtempSync(join(root, 'ws-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const policy = (parts: Partial<SandboxPolicy> = {}): SandboxPolicy => ({
  writable: [{ from: workspace, at: '/workspace' }],
  readOnly: [],
  network: 'none',
  limits: DEFAULT_SANDBOX_LIMITS,
  ...parts,
});

type Start = (command: Command, signal?: AbortSignal, parts?: Partial<SandboxPolicy>) => Promise<RunningProcess>;
let sandbox: Sandbox;
const inside: Start = (command, signal, parts) => sandbox.start(command, policy(parts), signal);
const outside: Start = (command, signal) => startOutside(workspace, process.env)(command, signal);

const ways: [string, Start, boolean][] = [
  [`in the sandbox${missing ? ' (skipped: needs bwrap)' : ''}`, inside, missing],
  ['outside of any sandbox', outside, false],
];

beforeAll(async () => {
  if (!missing) sandbox = await createSandbox({ folder: join(root, 'own'), env: process.env });
});

describe.for(ways)('C1 a program that is talked to, %s', ([, start, skip]) => {
  const sh = (script: string, signal?: AbortSignal, more: Partial<Command> = {}) =>
    start({ program: 'sh', args: ['-c', script], ...more }, signal);

  it.skipIf(skip)('answers while it runs, and ends with its standard error', async () => {
    const running = await sh('while read line; do echo "got $line"; done; echo bye >&2; exit 3');
    const talk = conversation(running);
    expect(await talk.say('one')).toBe('got one');
    expect(await talk.say('two')).toBe('got two');
    await talk.hangUp();
    const result = await running.ended;
    expect(result).toMatchObject({ outcome: 'exited', exitCode: 3, stdout: { text: '' }, stderr: { text: 'bye\n' } });
  });

  it.skipIf(skip)('waits while no one reads, and loses nothing', async () => {
    const running = await sh('head -c 3000000 /dev/zero | tr "\\0" x; echo end');
    const text = await new Response(running.stdout).text();
    expect(text.length).toBe(3_000_004);
    expect(text.endsWith('xend\n')).toBe(true);
    expect(await running.ended).toMatchObject({ outcome: 'exited', exitCode: 0 });
  });

  it.skipIf(skip)('ends even if its output is never read', async () => {
    const running = await sh('echo unread; exit 0');
    expect(await running.ended).toMatchObject({ outcome: 'exited', exitCode: 0 });
    expect(await new Response(running.stdout).text()).toBe('unread\n');
  });

  it.skipIf(skip)('dies with all it started: when killed, when cancelled, at its time limit', async () => {
    const mark = `mark-${Math.random()}`;
    const nest = `trap "" TERM; setsid sh -c 'trap "" TERM; sleep 60; : ${mark}' & echo up; sleep 60; : ${mark}`;
    const killed = await sh(nest);
    await conversation(killed).hear();
    expect(running(mark)).not.toBe(0);
    await killed.kill();
    expect(await killed.ended).toMatchObject({ outcome: 'aborted' });
    expect(running(mark)).toBe(0);

    const off = new AbortController();
    const aborted = await sh(nest, off.signal);
    await conversation(aborted).hear();
    off.abort();
    expect(await aborted.ended).toMatchObject({ outcome: 'aborted' });
    expect(running(mark)).toBe(0);

    const late = await sh(nest, undefined, { timeoutMs: 300 });
    expect(await late.ended).toMatchObject({ outcome: 'timed-out' });
    expect(running(mark)).toBe(0);
  });

  it.skipIf(skip)('takes a write to a program that is gone as an error of the write', async () => {
    const running = await sh('exit 0');
    await running.ended;
    const writer = running.stdin.getWriter();
    await expect(writer.write(new Uint8Array(200_000))).rejects.toThrow();
  });

  it.skipIf(skip)('reports a missing program, and does nothing if it is already cancelled', async () => {
    const absent = await start({ program: 'zork' });
    expect(await absent.ended).toMatchObject({ outcome: 'unstartable', error: { code: 'PROCESS_UNSTARTABLE' } });
    expect(await new Response(absent.stdout).text()).toBe('');
    const off = await sh('touch made', AbortSignal.abort());
    expect(await off.ended).toMatchObject({ outcome: 'aborted' });
    expect(readdirSync(workspace)).not.toContain('made');
  });
});

describe.skipIf(missing)(`Sandbox.start${missing ? ' (skipped: needs bwrap)' : ''}`, () => {
  it('enforces the limits of its policy', async () => {
    const hog =
      'for n in 1 2 3; do { head -c 30000000 /dev/zero; sleep 9; } | tail -c 30000000 >/dev/null & done; wait';
    const limits = { ...DEFAULT_SANDBOX_LIMITS, memoryBytes: 48_000_000 };
    const result = await (await inside({ program: 'sh', args: ['-c', hog] }, undefined, { limits })).ended;
    expect(result).toMatchObject({ outcome: 'over-limit', limit: 'memory' });
    const loud = { ...DEFAULT_SANDBOX_LIMITS, outputBytes: 1000 };
    const said = await inside({ program: 'sh', args: ['-c', 'yes >&2'] }, undefined, { limits: loud });
    expect(await said.ended).toMatchObject({ outcome: 'too-much-output' });
  });

  it('sees nothing of the machine, and leaves no files behind', async () => {
    const running = await inside({ program: 'sh', args: ['-c', `cat ${root}/own 2>&1; ls ${root} 2>&1; pwd`] });
    expect(await new Response(running.stdout).text()).toMatch(/No such file[\s\S]*No such file[\s\S]*\/workspace/);
    await running.ended;
    const [own = ''] = readdirSync(join(root, 'own'));
    expect(readdirSync(join(root, 'own', own)).toSorted()).toEqual(['etc', 'filter.bpf']);
  });
});

/** One line there, one line back. */
function conversation(running: RunningProcess) {
  const writer = running.stdin.getWriter();
  const reader = running.stdout.getReader();
  let pending = '';
  const hear = async (): Promise<string> => {
    while (!pending.includes('\n')) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`It hung up after: ${pending}`);
      pending += new TextDecoder().decode(value);
    }
    const [line = '', ...rest] = pending.split('\n');
    pending = rest.join('\n');
    return line;
  };
  return {
    hear,
    async say(line: string): Promise<string> {
      await writer.write(new TextEncoder().encode(`${line}\n`));
      return hear();
    },
    hangUp: () => writer.close(),
  };
}

/** Processes of this machine whose command line has the mark. */
function running(mark: string): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(mark);
    } catch {
      return false;
    }
  }).length;
}
