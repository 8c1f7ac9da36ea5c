import { describe, expect, it } from 'vitest';
import type { RunRequest } from './adapter.ts';
import { ava } from './ava.ts';

const argsOf = (options: readonly string[]): readonly string[] => {
  const start = { options, targets: [], nodeOptions: [], env: {} };
  const request = { select: { type: 'all' }, root: '/project', reports: '/reports', start } as unknown as RunRequest;
  return ava.plan(request).command.args ?? [];
};

describe('ava', () => {
  it('waits longer for the first result than its own 10 seconds, unless the project says how long', () => {
    expect(argsOf(['--serial']).filter((arg) => arg.includes('timeout'))).toEqual(['--timeout=5m']);
    expect(argsOf(['--timeout=30s']).filter((arg) => arg.includes('timeout'))).toEqual(['--timeout=30s']);
    expect(argsOf(['-T', '30s'])).not.toContain('--timeout=5m');
  });
});
