import { describe, expect, it } from 'vitest';
import { LANES, type Lane, type SchedulerLimits } from '#contracts/scheduling.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { chooseNext, lineKey, runKey, sessionKey, type Turn, type WaitingRow } from './choose-next.ts';

const LIMITS: SchedulerLimits = { ...DEFAULT_LIMITS, total: 8, ageingMs: 1_000 };

/** The machine's slots in memory: who waits, who holds. */
function machine(limits: Partial<SchedulerLimits> = {}) {
  const all = { ...LIMITS, ...limits };
  const waiting: WaitingRow[] = [];
  const held: WaitingRow[] = [];
  const turns = new Map<string, Turn>();
  let ids = 0;
  return {
    held,
    ask(session: string, { run = session, lane = 'normal' as Lane, type = 'agent', since = 0, times = 1 } = {}) {
      for (let n = 0; n < times; n += 1) {
        ids += 1;
        waiting.push({ id: ids, session, run, lane: LANES.indexOf(lane), type, since });
      }
    },
    /** Grants every request that may run, and returns their owners. */
    grant(now = 0): string[] {
      const granted: string[] = [];
      for (let next = chooseNext({ waiting, held, turns }, all, now); next; ) {
        waiting.splice(waiting.indexOf(next), 1);
        held.push(next);
        granted.push(next.run);
        const turn = {
          turn: turns.size === 0 ? 1 : Math.max(...[...turns.values()].map((each) => each.turn)) + 1,
          at: now,
        };
        for (const key of [sessionKey(next.session), runKey(next.run), lineKey(next)]) turns.set(key, turn);
        next = chooseNext({ waiting, held, turns }, all, now);
      }
      return granted;
    },
    /** The oldest ends. */
    end(times = 1): void {
      held.splice(0, times);
    },
  };
}

describe('S3.2 the next request', () => {
  it('every session gets as many slots as the others, however much one has queued', () => {
    const m = machine();
    m.ask('greedy', { times: 50 });
    m.ask('a', { times: 3 });
    m.ask('b', { times: 3 });
    m.grant();
    const counts = [...Map.groupBy(m.held, ({ session }) => session).values()].map(({ length }) => length);
    expect(counts.sort()).toEqual([2, 3, 3]);
  });

  it('one that came to an idle machine gives up slots to the next as its own end', () => {
    const m = machine();
    m.ask('early', { times: 30 });
    m.grant();
    m.ask('late', { times: 30 });
    const served: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      m.end();
      served.push(...m.grant());
    }
    expect(served).toEqual(['late', 'late', 'late', 'late']);
  });

  it('so do the runs of one session', () => {
    const m = machine({ total: 4 });
    m.ask('project', { run: 'one', times: 20 });
    m.ask('project', { run: 'two', times: 20 });
    m.grant();
    expect(m.held.map(({ run }) => run).sort()).toEqual(['one', 'one', 'two', 'two']);
  });

  it('the better lane goes first; the first of a line gains a lane with every span, and starts over when it was served', () => {
    const m = machine({ total: 1 });
    m.ask('a', { lane: 'low', times: 2 });
    m.ask('b', { lane: 'normal', since: 900 });
    m.ask('c', { lane: 'critical', since: 900 });
    expect(m.grant(900)).toEqual(['c']);
    m.end();
    expect(m.grant(999)).toEqual(['b']);
    m.ask('b', { lane: 'normal', since: 1_000 });
    m.end();
    expect(m.grant(2_000)).toEqual(['a']);
    m.end();
    expect(m.grant(2_100)).toEqual(['b']);
  });

  it('S3.3 limits of the whole, of a session and of a kind of agent apply only to their own', () => {
    const m = machine({ total: 5, perSession: 3, perType: { reviewer: 1 } });
    m.ask('a', { times: 9 });
    m.ask('b', { type: 'reviewer', times: 9 });
    m.ask('c');
    m.grant();
    expect(m.held.map(({ session }) => session).sort()).toEqual(['a', 'a', 'a', 'b', 'c']);
    expect(m.grant()).toEqual([]);
  });
});
