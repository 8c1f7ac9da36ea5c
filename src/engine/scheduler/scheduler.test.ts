import { describe, expect, it } from 'vitest';
import { schedulerFixture, session, work } from './testing/scheduler-fixture.ts';

describe('S3 granting', () => {
  it('grants before request returns when there is room, and on release otherwise', () => {
    const { ask, granted, release } = schedulerFixture({ total: 1 });
    ask('first', work('a'));
    ask('second', work('a'));
    expect(granted).toEqual(['first']);
    release('first');
    expect(granted).toEqual(['first', 'second']);
  });

  it('counts a slot once, however often it is released', () => {
    const { scheduler, ask, granted } = schedulerFixture({ total: 1 });
    let give = (): void => undefined;
    scheduler.request(work('a'), (release) => {
      give = release;
    });
    for (const label of ['second', 'third']) ask(label, work('a'));
    give();
    give();
    expect(granted).toEqual(['second']);
    expect(scheduler.metrics().running).toBe(1);
  });

  it('lets a waiting request withdraw, and a granted one not', () => {
    const { scheduler, ask, granted, release } = schedulerFixture({ total: 1 });
    const first = ask('first', work('a'));
    const second = ask('second', work('a'));
    ask('third', work('a'));
    if (first === 'full' || second === 'full') throw new Error('the queue has room');
    first.withdraw();
    second.withdraw();
    expect(scheduler.metrics()).toMatchObject({ running: 1, queued: 1 });
    release('first');
    expect(granted).toEqual(['first', 'third']);
  });

  it('takes nothing back from a request that waited and has been granted', () => {
    const { scheduler, ask, release } = schedulerFixture({ total: 1 });
    ask('first', work('a'));
    const second = ask('second', work('a'));
    if (second === 'full') throw new Error('the queue has room');
    release('first');
    second.withdraw();
    expect(scheduler.metrics().running).toBe(1);
  });
});

describe('S3 ageing across types', () => {
  it('lifts a line above critical that its share alone would hold back for ever', () => {
    const { ask, granted, release, clock } = schedulerFixture({ perType: { x: 1, y: 1 }, ageingMs: 1_000 });
    const turnOverType = (type: string): void => release(granted.findLast((label) => label.includes(type)) ?? 'none');
    for (let n = 0; n < 100; n += 1) {
      for (const name of ['a', 'c']) ask(`${name} x ${n}`, work(name, 'critical', 'x'));
      ask(`b y ${n}`, work('b', 'critical', 'y'));
    }
    ask('a y', work('a', 'critical', 'y'));
    // Served for x twice as often as b is for y, a never has the smaller share.
    for (let round = 0; round < 20; round += 1) {
      for (let n = 0; n < 4; n += 1) turnOverType('x');
      turnOverType('y');
      expect(granted.includes('a y')).toBe(round >= 10);
      clock.advance(100);
    }
  });
});

describe('S3 back-pressure', () => {
  it('turns a session away that has too many waiting, and no other', () => {
    const { ask } = schedulerFixture({ total: 1, queuePerSession: 2 });
    ask('running', work('a'));
    for (const label of ['1', '2']) expect(ask(label, work('a'))).not.toBe('full');
    expect(ask('3', work('a'))).toBe('full');
    expect(ask('other', work('b'))).not.toBe('full');
  });

  it('starts what need not wait even when the queue is full', () => {
    const { ask, granted } = schedulerFixture({ perType: { agent: 1 }, queuePerSession: 1 });
    ask('running', work('a'));
    ask('waiting', work('a'));
    expect(ask('no', work('a'))).toBe('full');
    ask('logic', work('a', 'normal', 'logic'));
    expect(granted).toEqual(['running', 'logic']);
  });

  it('calls one turned-away caller for each place, in order', () => {
    const { scheduler, ask, release } = schedulerFixture({ total: 1, queuePerSession: 1 });
    ask('0', work('a'));
    ask('1', work('a'));
    const called: string[] = [];
    for (const label of ['2', '3']) {
      expect(ask(label, work('a'))).toBe('full');
      scheduler.onRoom(session('a'), () => {
        called.push(label);
        expect(ask(label, work('a'))).not.toBe('full');
      });
    }
    expect(called).toEqual([]);
    release('0');
    expect(called).toEqual(['2']);
    release('1');
    expect(called).toEqual(['2', '3']);
    release('2');
    expect(called).toEqual(['2', '3']);
  });

  it('moves on to the next caller when one no longer wants the place', () => {
    const { scheduler, ask, release } = schedulerFixture({ total: 1, queuePerSession: 1 });
    ask('0', work('a'));
    ask('1', work('a'));
    const called: string[] = [];
    for (const label of ['2', '3']) scheduler.onRoom(session('a'), () => called.push(label));
    release('0');
    expect(called).toEqual(['2', '3']);
  });

  it('reports room at once when there is some, after a withdrawal and after a raised limit', () => {
    const { scheduler, ask } = schedulerFixture({ total: 1, queuePerSession: 1 });
    const told: string[] = [];
    scheduler.onRoom(session('a'), () => told.push('at once'));
    ask('0', work('a'));
    const ticket = ask('1', work('a'));
    if (ticket === 'full') throw new Error('the queue has room');
    scheduler.onRoom(session('a'), () => told.push('withdrawal'));
    expect(told).toEqual(['at once']);
    ticket.withdraw();
    expect(told).toEqual(['at once', 'withdrawal']);
    ask('2', work('a'));
    scheduler.onRoom(session('a'), () => told.push('limit'));
    scheduler.setLimits({ queuePerSession: 2 });
    expect(told).toEqual(['at once', 'withdrawal', 'limit']);
  });
});

describe('S3 limits that change while it runs', () => {
  it('starts what a raised cap allows at once', () => {
    const { scheduler, ask, granted } = schedulerFixture({ perType: { agent: 1 } });
    for (const label of ['1', '2', '3']) ask(label, work('a'));
    scheduler.setLimits({ perType: { agent: 2 } });
    expect(granted).toEqual(['1', '2']);
    scheduler.setLimits({ perType: { agent: Infinity } });
    expect(granted).toEqual(['1', '2', '3']);
  });

  it('lets what runs finish under a lowered cap and starts nothing until it is met', () => {
    const { scheduler, ask, granted, release } = schedulerFixture({ total: 3 });
    for (const label of ['1', '2', '3', '4']) ask(label, work('a'));
    scheduler.setLimits({ total: 1 });
    expect(scheduler.metrics().running).toBe(3);
    release('1');
    release('2');
    expect(granted).toEqual(['1', '2', '3']);
    release('3');
    expect(granted).toEqual(['1', '2', '3', '4']);
  });

  it('keeps the caps of types a change does not name', () => {
    const { scheduler, ask, granted } = schedulerFixture({ perType: { agent: 0 } });
    scheduler.setLimits({ perType: { logic: 5 }, total: 9 });
    ask('agent', work('a'));
    expect(granted).toEqual([]);
  });

  it('refuses a limit that makes no sense and keeps the old ones', () => {
    const { scheduler, ask, granted } = schedulerFixture({ total: 1 });
    expect(() => scheduler.setLimits({ total: Number.NaN })).toThrow('total is NaN');
    for (const label of ['1', '2']) ask(label, work('a'));
    expect(granted).toEqual(['1']);
  });
});

describe('S3 metrics', () => {
  it('S3.4 shows queue depth by lane, jobs by session and waits by lane', () => {
    const { scheduler, ask, clock, turnOver } = schedulerFixture({ total: 2 });
    ask('1', work('a'));
    ask('2', work('b', 'high'));
    ask('3', work('a', 'low'));
    ask('4', work('a', 'low'));
    ask('5', work('c', 'background'));
    clock.advance(100);
    turnOver();
    clock.advance(200);
    turnOver();
    const metrics = scheduler.metrics();
    expect(metrics).toMatchObject({
      running: 2,
      queued: 1,
      queuedByLane: { critical: 0, high: 0, normal: 0, low: 0, background: 1 },
      runningBySession: { a: 2, c: 0 },
      queuedBySession: { a: 0, c: 1 },
    });
    expect(metrics.waitByLane).toEqual({
      critical: { granted: 0, meanMs: 0, maxMs: 0 },
      high: { granted: 1, meanMs: 0, maxMs: 0 },
      normal: { granted: 1, meanMs: 0, maxMs: 0 },
      low: { granted: 2, meanMs: 200, maxMs: 300 },
      background: { granted: 0, meanMs: 0, maxMs: 0 },
    });
    expect(Object.keys(metrics.runningBySession)).toEqual(['a', 'c']);
  });
});

describe('S3 numbers', () => {
  it('runs 50 of a session and 500 in all by default', () => {
    const { scheduler, ask } = schedulerFixture();
    for (let s = 0; s < 12; s += 1)
      for (let n = 0; n < 60; n += 1) ask(`${s}-${n}`, work(`s${s}`, 'normal', 'engineer'));
    const { running, runningBySession } = scheduler.metrics();
    expect(running).toBe(500);
    expect(Math.max(...Object.values(runningBySession))).toBe(50);
  });

  it('S3.9 spreads 1,000 jobs from 10 sessions fairly', () => {
    const { ask, granted, turnOver } = schedulerFixture({ total: 20 });
    for (let n = 0; n < 20; n += 1) ask('blocker', work(`blocker${n}`));
    for (let s = 0; s < 10; s += 1) for (let n = 0; n < 100; n += 1) ask(`${s} ${n}`, work(`s${s}`));
    expect(granted.splice(0)).toHaveLength(20);
    turnOver(1_020);
    expect(granted).toHaveLength(1_000);
    for (let round = 0; round < 100; round += 1) {
      const sessions = granted.slice(round * 10, round * 10 + 10).map((label) => label.split(' ')[0]);
      expect(new Set(sessions).size).toBe(10);
    }
  });

  it('keeps the mean waits of 100 sessions with 100 jobs within a factor of two, though they came one after the other', () => {
    const { scheduler, clock } = schedulerFixture();
    const waited = new Map<string, number>();
    for (let s = 0; s < 100; s += 1) {
      for (let n = 0; n < 100; n += 1) {
        const request = work(`s${s}`);
        scheduler.request(request, (release) => {
          waited.set(request.session, (waited.get(request.session) ?? 0) + clock.monotonic());
          clock.after(1_000, release);
        });
      }
    }
    while (clock.pending() > 0) clock.advance(1_000);
    const sums = [...waited.values()];
    expect(sums).toHaveLength(100);
    expect(Math.max(...sums) / Math.min(...sums)).toBeLessThanOrEqual(2);
  });
});
