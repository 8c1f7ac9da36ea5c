import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WorkerId } from '#contracts/ids.ts';
import { processStartTime } from '#host/process-identity.ts';
import { workerName } from './drive/driver-id.ts';
import { isGone, thisWorker } from './worker.ts';

describe('workers of this machine', () => {
  it('are not gone while their process runs, and gone once it has ended', async () => {
    expect(isGone(thisWorker())).toBe(false);
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' });
    await once(child, 'spawn');
    const worker = WorkerId.parse(`local:${child.pid}:${processStartTime(child.pid ?? 0)}`);
    expect(isGone(worker)).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isGone(worker)).toBe(true);
  });

  it('of the same pid but another start are gone', () => {
    const [kind, pid, start = ''] = thisWorker().split(/:(?=.*)/, 3);
    expect(isGone(WorkerId.parse(`${kind}:${pid}:${start.replace(/\d+$/, '1')}`))).toBe(true);
  });

  it('that ran before a reboot are gone', ({ skip }) => {
    if (!/^local:\d+:[0-9a-f]{16}\//.test(thisWorker())) skip('this system does not identify its boots');
    expect(isGone(WorkerId.parse(thisWorker().replace(/\/[^/]+/, '/another-boot')))).toBe(true);
  });

  it.each(['other-host:12:x', 'local:1:another-boot/4026531836/77', 'w'])('%s cannot be judged from here', (worker) => {
    expect(isGone(WorkerId.parse(worker))).toBe(false);
  });

  it('are named so that a person finds them', () => {
    expect(workerName(thisWorker())).toBe(`process ${process.pid} on this machine`);
    expect(workerName(WorkerId.parse('db-7'))).toBe('db-7');
  });
});
