import { describe, expect, it } from 'vitest';
import { LANES, type Lane, type SchedulerLimits } from '#contracts/scheduling.ts';
import { FairQueue } from './fair-queue.ts';
import { changeLimits, DEFAULT_LIMITS } from './limits.ts';
import { work } from './testing/scheduler-fixture.ts';

const AGEING = 1_000;

/** A queue whose slots one session took; `serve` gives the oldest back and says who gets it. */
function fullHouse(holder: string, total: number, change: Partial<SchedulerLimits> = {}) {
  const queue = new FairQueue<string>(changeLimits(DEFAULT_LIMITS, { total, ageingMs: AGEING, ...change }));
  const slots = Array.from({ length: total }, () => queue.start(work(holder)));
  const serve = (now = 0): string => {
    const oldest = slots.shift();
    if (oldest) queue.finish(oldest);
    const next = queue.next(now);
    slots.push(next?.line);
    return next?.item ?? 'nobody';
  };
  const serveAll = (times: number, now = 0): string[] => Array.from({ length: times }, () => serve(now));
  return { queue, serve, serveAll };
}

const oneSlot = (change: Partial<SchedulerLimits> = {}) => fullHouse('blocker', 1, change);

function fill(queue: FairQueue<string>, name: string, count: number, lane: Lane = 'normal', now = 0): void {
  for (let n = 0; n < count; n += 1) queue.enter(work(name, lane), name, now);
}

describe('S3 lanes', () => {
  it('serves the better lane first, whatever came first', () => {
    const { queue, serveAll } = oneSlot();
    for (const lane of LANES.toReversed()) queue.enter(work('a', lane), lane, 0);
    expect(serveAll(5)).toEqual(['critical', 'high', 'normal', 'low', 'background']);
  });

  it('is first come, first served within a session and lane, across types', () => {
    const { queue, serveAll } = oneSlot();
    for (const [item, type] of ['x', 'y', 'x', 'z'].entries()) queue.enter(work('a', 'normal', type), `${item}`, 0);
    expect(serveAll(4)).toEqual(['0', '1', '2', '3']);
  });
});

describe('S3 ageing', () => {
  it('gains one lane per span waited', () => {
    const { queue, serve } = oneSlot();
    queue.enter(work('a', 'low'), 'old low', 0);
    queue.enter(work('a', 'normal'), 'new normal', AGEING - 1);
    expect(serve(AGEING - 1)).toBe('new normal');
    queue.enter(work('a', 'normal'), 'newer normal', AGEING);
    expect(serve(AGEING)).toBe('old low');
  });

  it('lets background pass a stream of critical work of other sessions in the end', () => {
    const { queue, serve } = oneSlot();
    queue.enter(work('a', 'background'), 'background', 0);
    const served: string[] = [];
    for (let now = 0; now <= 6 * AGEING; now += AGEING / 4) {
      queue.enter(work('b', 'critical'), 'critical', now);
      served.push(serve(now));
    }
    expect(served.filter((item) => item === 'background')).toHaveLength(1);
    expect(served.indexOf('background')).toBe(16);
  });

  it('does not let a deep old backlog outrank what comes later', () => {
    const { queue, serve, serveAll } = oneSlot();
    fill(queue, 'a', 1_000, 'background');
    queue.enter(work('a', 'critical'), 'critical of a', 10 * AGEING);
    queue.enter(work('b', 'normal'), 'normal of b', 10 * AGEING);
    // The one that was first all the time goes first, then the lanes count again.
    expect(serveAll(3, 10 * AGEING)).toEqual(['a', 'critical of a', 'normal of b']);
    expect(serve(10 * AGEING)).toBe('a');
  });
});

describe('S3 fair share across sessions', () => {
  it('takes turns, however much a session has queued', () => {
    const { queue, serveAll } = oneSlot();
    fill(queue, 'a', 100);
    fill(queue, 'b', 3);
    fill(queue, 'c', 2);
    expect(serveAll(9).join('')).toBe('abcabcaba');
  });

  it('gives no credit for idleness', () => {
    const { queue, serveAll } = oneSlot();
    fill(queue, 'idle', 1);
    fill(queue, 'a', 200);
    fill(queue, 'b', 200);
    serveAll(101);
    fill(queue, 'idle', 50);
    const served = serveAll(30);
    for (const name of ['idle', 'a', 'b']) expect(served.filter((item) => item === name)).toHaveLength(10);
  });

  it('gains nothing by asking for one at a time', () => {
    const { queue, serve } = oneSlot();
    fill(queue, 'a', 50);
    fill(queue, 'b', 50);
    fill(queue, 'sly', 1);
    const served: string[] = [];
    for (let turn = 0; turn < 30; turn += 1) {
      served.push(serve());
      // It comes back once its own has ended and another runs, as if it had never been there.
      if (served.at(-2) === 'sly') fill(queue, 'sly', 1);
    }
    expect(served.filter((item) => item === 'sly')).toHaveLength(10);
  });

  it('charges for slots that were served early in a better lane', () => {
    const { queue, serveAll } = oneSlot();
    fill(queue, 'a', 6, 'critical');
    fill(queue, 'a', 20);
    fill(queue, 'b', 20);
    expect(serveAll(6).join('')).toBe('aaaaaa');
    expect(serveAll(10).join('')).toBe('bbbbbbabab');
  });

  it('owes a session that was held back no more than it may run at once', () => {
    const { queue, serveAll } = oneSlot({ perSession: 3 });
    fill(queue, 'a', 100, 'critical');
    fill(queue, 'b', 20);
    serveAll(100);
    fill(queue, 'a', 20);
    expect(serveAll(8).join('')).toBe('bbbababa');
  });

  it('counts slots that a session took on an idle machine once others want them', () => {
    const { queue, serveAll } = fullHouse('early', 4);
    fill(queue, 'early', 10);
    fill(queue, 'late', 10);
    expect(serveAll(4)).toEqual(['late', 'late', 'late', 'late']);
    expect(serveAll(8).filter((item) => item === 'late')).toHaveLength(4);
  });

  it('does not hold it against a session that wanted nothing more', () => {
    const { queue, serveAll } = fullHouse('early', 4);
    for (const name of ['late', 'later']) fill(queue, name, 10);
    expect(serveAll(4)).toEqual(['late', 'later', 'late', 'later']);
    fill(queue, 'early', 10);
    expect(serveAll(3)).toEqual(['early', 'late', 'later']);
  });
});

describe('S3 caps', () => {
  it('passes over a session and a type at their caps without blocking the rest', () => {
    const queue = new FairQueue<string>(changeLimits(DEFAULT_LIMITS, { perSession: 1, perType: { agent: 2 } }));
    for (const name of ['a', 'b']) expect(queue.start(work(name))).toBeDefined();
    expect(queue.start(work('a', 'critical', 'logic'))).toBeUndefined();
    expect(queue.start(work('c', 'critical'))).toBeUndefined();
    queue.enter(work('a', 'critical', 'logic'), 'session full', 0);
    queue.enter(work('c', 'critical'), 'type full', 0);
    expect(queue.next(0)).toBeUndefined();
    expect(queue.start(work('c', 'background', 'logic'))).toBeDefined();
  });

  it('says whether giving a slot back can let anyone in', () => {
    const queue = new FairQueue<string>(changeLimits(DEFAULT_LIMITS, { perType: { agent: 1 } }));
    const agent = queue.start(work('a'));
    const logic = queue.start(work('a', 'normal', 'logic'));
    if (!agent || !logic) throw new Error('two slots are free');
    queue.enter(work('b'), 'waits for the agent', 0);
    expect(queue.finish(logic)).toBe(false);
    expect(queue.finish(agent)).toBe(true);
    expect(queue.next(0)?.item).toBe('waits for the agent');
  });

  it('does not take a type named like an object property for a capped one', () => {
    const queue = new FairQueue<string>(DEFAULT_LIMITS);
    expect(queue.start(work('a', 'normal', 'constructor'))).toBeDefined();
  });
});

describe('S3 leaving the queue', () => {
  it.each([0, 1, 2])('closes the gap left by number %i of three', (gone) => {
    const { queue, serveAll } = oneSlot();
    const waiting = ['0', '1', '2'].map((item) => queue.enter(work('a'), item, 0));
    const leaver = waiting[gone];
    if (!leaver) throw new Error('three are waiting');
    expect(queue.leave(leaver)).toBe(true);
    expect(queue.leave(leaver)).toBe(false);
    expect(queue.queued).toBe(2);
    queue.enter(work('a'), '3', 0);
    expect(serveAll(4)).toEqual([...['0', '1', '2', '3'].filter((item) => item !== `${gone}`), 'nobody']);
  });

  it('remembers no session that neither runs nor waits', () => {
    const { queue, serveAll } = oneSlot();
    for (let n = 0; n < 20; n += 1) fill(queue, `s${n}`, 2);
    queue.leave(queue.enter(work('passer-by'), 'x', 0));
    serveAll(41);
    expect([...queue.sessions()]).toEqual([]);
    expect(queue.remembered).toBe(0);
  });
});
