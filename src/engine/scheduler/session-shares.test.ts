import { describe, expect, it } from 'vitest';
import { SessionShares } from './session-shares.ts';
import { session } from './testing/scheduler-fixture.ts';

describe('S3 the memory of idle sessions', () => {
  it('holds back a session that is ahead until the waiting ones have caught up', () => {
    const shares = new SessionShares<string>();
    shares.charge(shares.of(session('a')), 50);
    shares.forget(shares.of(session('a')), true);
    expect(shares.peek(session('a'))?.tag).toBe(1);
    for (let turn = 0; turn < 2; turn += 1) shares.charge(shares.of(session('b')), 50);
    shares.forgetCaughtUp(true);
    expect(shares.peek(session('a'))).toBeUndefined();
  });

  it('keeps none when no one waits', () => {
    const shares = new SessionShares<string>();
    shares.charge(shares.of(session('a')), 50);
    shares.forget(shares.of(session('a')), true);
    shares.forgetCaughtUp(false);
    expect(shares.size).toBe(0);
  });

  it('never drops a session that came back under its old name', () => {
    const shares = new SessionShares<string>();
    const before = shares.of(session('a'));
    shares.charge(before, 50);
    shares.forget(before, true);
    before.running = 1;
    for (let turn = 0; turn < 2; turn += 1) shares.charge(shares.of(session('b')), 50);
    before.running = 0;
    shares.forget(before, true);
    const after = shares.of(session('a'));
    expect(after).not.toBe(before);
    after.running = 1;
    shares.forgetCaughtUp(true);
    expect(shares.peek(session('a'))).toBe(after);
  });
});
