import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { interleaved, measureChild, median } from './measure.ts';

const child = (code: string, timeoutMs = 30_000) =>
  measureChild({ command: process.execPath, args: ['-e', code], cwd: tmpdir(), timeoutMs });
const LINE = JSON.stringify({
  peer: 'p',
  version: '1',
  shape: 'chain',
  nodes: 2,
  seconds: 1,
  nodesPerSecond: 2,
  durability: 'WAL',
});

describe('measureChild', () => {
  it('finds the line among chatter', async () => {
    const outcome = await child(`console.log('hello'); console.log(${JSON.stringify(LINE)}); console.log('bye')`);
    expect(outcome).toMatchObject({ kind: 'measured', line: { peer: 'p', nodesPerSecond: 2 } });
  });

  it('does not believe a line from a process that then failed', async () => {
    const outcome = await child(`console.log(${JSON.stringify(LINE)}); console.error('lost it'); process.exitCode = 3`);
    expect(outcome).toEqual({ kind: 'failed', why: 'exit 3: lost it' });
  });

  it('tells a skip from a failure', async () => {
    const skip = JSON.stringify({ peer: 'p', version: '1', skipped: 'no postgres' });
    expect(await child(`console.log(${JSON.stringify(skip)})`)).toEqual({ kind: 'skipped', why: 'no postgres' });
    expect(await child('')).toEqual({ kind: 'failed', why: 'exit 0, no measurement printed' });
  });

  it('ends what the child started, too, when time is up', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'assay-measure-'));
    const pidFile = join(dir, 'pid');
    const grandchild = `require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); setInterval(() => {}, 1e3)`;
    const code = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}]); setInterval(() => {}, 1e3)`;
    expect(await child(code, 5000)).toEqual({ kind: 'failed', why: 'no result within 5 s' });
    const pid = Number(readFileSync(pidFile, 'utf8'));
    rmSync(dir, { recursive: true });
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it('reports a command that does not exist', async () => {
    const outcome = await measureChild({ command: '/nowhere/at/all', args: [], cwd: tmpdir(), timeoutMs: 5000 });
    expect(outcome).toMatchObject({ kind: 'failed', why: expect.stringContaining('ENOENT') });
  });
});

describe('median and interleaved', () => {
  it('takes the middle, or the mean of the two in the middle', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([1, 10, 2, 4])).toBe(3);
    expect(() => median([])).toThrow('no values');
  });

  it('gives every side its turn in every round', async () => {
    const order: string[] = [];
    const results = await interleaved(2, ['a', 'b'], async (side) => order.push(side));
    expect(order).toEqual(['a', 'b', 'a', 'b']);
    expect(results).toEqual([
      [1, 3],
      [2, 4],
    ]);
  });
});

/** A zombie does not count: it only waits for its new parent to read its exit code. */
function isAlive(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  return state !== '' && !state.startsWith('Z');
}
