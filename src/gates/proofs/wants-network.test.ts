import { describe, expect, it } from 'vitest';
import type { TestCase } from '#contracts/test-run.ts';
import { wantsNetwork } from './wants-network.ts';

const failing = (message: string): TestCase => ({
  id: 'a.test.js > a',
  file: 'a.test.js',
  suites: [],
  title: 'a',
  durationMs: 1,
  state: 'failed',
  failure: { kind: 'exception', message },
});

describe('G3 a test that needs a network', () => {
  it.each([
    'getaddrinfo EAI_AGAIN example.com',
    'connect ENETUNREACH 10.0.0.1:80',
    'TypeError: fetch failed',
    'socket.gaierror: [Errno -3] Temporary failure in name resolution',
    'OSError: [Errno 101] Network is unreachable',
  ])('is known by what it says: %s', (message) => {
    expect(wantsNetwork(failing(message))).toBe(true);
  });

  it('is not a test that fails for another reason', () => {
    expect(wantsNetwork(failing('expected 1 to be 2'))).toBe(false);
  });
});
