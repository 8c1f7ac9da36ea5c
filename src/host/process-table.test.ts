import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isAlive, lifeOfProcess, processStartTime } from './process-identity.ts';
import { parseProcStat, parsePs, readProcess, readProcessTable } from './process-table.ts';

const rest = '0 -1 4194304 102 0 0 0 0 0 0 0 20 0 THREADS 0 82972 3133440 416';
const stat = (name: string, state: string, threads = 1): string =>
  `77 (${name}) ${state} 12 34 56 ${rest.replace('THREADS', String(threads))}`;
const never = (): boolean => false;

describe('parseProcStat', () => {
  it('reads the fields, whatever the program is called', () => {
    for (const name of ['cat', 'a b', ') R 1 1 1 (', 'x)']) {
      expect(parseProcStat(stat(name, 'S'), never)).toMatchObject({
        pid: 77,
        parent: 12,
        group: 34,
        session: 56,
        startTime: '82972',
        running: true,
      });
    }
  });

  it('does not take a zombie for running, unless threads of it continue', () => {
    expect(parseProcStat(stat('a', 'Z'), never)?.running).toBe(false);
    expect(parseProcStat(stat('a', 'Z', 2), never)?.running).toBe(true);
  });

  it('returns null for anything but a stat line', () => {
    expect(parseProcStat('', never)).toBeNull();
  });
});

describe('parsePs', () => {
  it('reads the lines of ps', () => {
    const rows = parsePs(
      [
        '    1     0     1 Ss   Mon Nov  3 08:42:16 2025 /sbin/launchd',
        '  812   811   811 S+   Mon Nov  3 09:00:01 2025 node a.js HOME=/x ASSAY_TREE=beef',
        '  813   812   811 Z    Mon Nov  3 09:00:02 2025 (node)',
        'ps: something went wrong',
      ].join('\n'),
    );
    expect(rows.map(({ pid, parent, group, running }) => [pid, parent, group, running])).toEqual([
      [1, 0, 1, true],
      [812, 811, 811, true],
      [813, 812, 811, false],
    ]);
    expect(rows[1]?.startTime).toBe('Mon Nov 3 09:00:01 2025');
    expect(rows.map((row) => row.carries('beef'))).toEqual([false, true, false]);
    expect(rows[1]?.startOrder).toBeGreaterThan(rows[0]?.startOrder ?? Number.POSITIVE_INFINITY);
  });
});

describe('the processes of this machine', () => {
  it('lists this process, and a child with its environment', async () => {
    const child = spawn('sleep', ['60'], { env: { ...process.env, MARK: 'assay-test-mark' } });
    try {
      await once(child, 'spawn');
      const rows = readProcessTable();
      expect(rows.find((row) => row.pid === process.pid)?.running).toBe(true);
      const found = rows.find((row) => row.pid === child.pid);
      expect(found).toMatchObject({ parent: process.pid, running: true });
      expect(found?.carries('assay-test-mark')).toBe(true);
      expect(found?.carries('another-mark')).toBe(false);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    expect(child.pid && readProcess(child.pid)).toBeNull();
  });
});

describe('isAlive', () => {
  it('knows this process, and not another of the same pid', () => {
    const started = processStartTime(process.pid);
    expect(started).toBe(processStartTime(process.pid));
    expect(isAlive(process.pid, started ?? '')).toBe(true);
    expect(isAlive(process.pid, `${started}0`)).toBe(false);
  });

  it('knows that an ended process is dead', async () => {
    const child = spawn('sleep', ['60']);
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    const started = processStartTime(pid) ?? '';
    expect(isAlive(pid, started)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isAlive(pid, started)).toBe(false);
    expect(processStartTime(pid)).toBeNull();
  });

  it('does not call a process dead that it cannot see: on another machine or in another container', () => {
    expect(isAlive(process.pid, 'another-machine/another-boot/4026531836/12345')).toBe(true);
    expect(isAlive(process.pid, 'another-boot/4026531836/12345')).toBe(true); // names no machine
    expect(isAlive(2 ** 22, 'garbage')).toBe(true);
  });

  it('calls dead what ran before this machine was started again', ({ skip }) => {
    if (process.platform !== 'linux') skip('needs Linux');
    const [machine, boot, namespace, start] = (processStartTime(process.pid) ?? '').split('/');
    const life = (...parts: (string | undefined)[]) => lifeOfProcess(process.pid, parts.join('/'));
    expect(life(machine, boot, namespace, start)).toBe('alive');
    expect(life(machine, boot, '1', start)).toBe('foreign'); // a container beside this one may be alive
    expect(life('0123456789abcdef', 'another-boot', namespace, start)).toBe('foreign');
    expect(life('nameless', 'another-boot', namespace, start)).toBe('foreign');
    expect(life(machine, 'another-boot', namespace, start)).toBe(machine === 'nameless' ? 'foreign' : 'gone');
  });
});
