import { describe, expect, it } from 'vitest';
import { ServiceSettings } from '#contracts/toolchain.ts';
import { runProcess } from '#host/run-process.ts';
import { servicesOf } from './service.ts';
import { withServices } from './with-services.ts';

describe('G3.6 services in the configuration', () => {
  it('are those that are known, or have a command and a way to see that they are ready', () => {
    expect(ServiceSettings.safeParse({ postgres: true, redis: { seconds: 5 } }).success).toBe(true);
    expect(ServiceSettings.safeParse({ kafka: true }).success).toBe(false);
    expect(ServiceSettings.safeParse({ kafka: { command: 'kafka', ready: 'true' } }).success).toBe(true);
  });

  it('that are not installed are reported, and nothing runs', async () => {
    const [redis] = servicesOf({ redis: true });
    if (!redis) throw new Error('redis is known');
    const lacking = { ...redis, needs: ['assay-no-such-server'] };
    const { exec, settle } = withServices([lacking], (command) =>
      runProcess({
        program: command.program,
        args: command.args ?? [],
        cwd: '/',
        env: { PATH: process.env.PATH ?? '' },
        timeoutMs: 20_000,
      }),
    );
    const done = await exec({ program: 'echo', args: ['ran'] });
    expect(done.stdout.text).toBe('');
    const settled = settle({
      ...{ runner: 'node:test', command: [], tree: null, outcome: { type: 'ran' }, tests: [], exitCode: 97 },
      ...{ durationMs: 1, leftovers: 0, output: null },
    });
    expect(settled.outcome).toMatchObject({
      type: 'infrastructure',
      message: expect.stringContaining('assay-no-such-server is not installed on this machine'),
      next: expect.stringContaining('Debian: redis-server'),
    });
  });
});
