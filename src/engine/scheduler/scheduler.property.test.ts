import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANES, type SchedulerLimits, type Ticket, type WorkRequest } from '#contracts/scheduling.ts';
import { manualClock } from '#host/clock.ts';
import { FairScheduler } from './scheduler.ts';
import { schedulerFixture, session, work } from './testing/scheduler-fixture.ts';

const TYPES = ['agent', 'logic', 'uncapped'];
const AGEING = 1_000;

const request = fc.record({
  session: fc.constantFrom('a', 'b', 'c').map(session),
  lane: fc.constantFrom(...LANES),
  type: fc.constantFrom(...TYPES),
});
const cap = fc.integer({ min: 0, max: 4 });
const limits = fc.record({
  total: fc.integer({ min: 0, max: 6 }),
  perSession: cap,
  perType: fc.record({ agent: cap, logic: cap }),
  queuePerSession: fc.integer({ min: 1, max: 8 }),
  ageingMs: fc.constant(AGEING),
});
/** What a granted callback does before it returns. */
const reaction = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ does: 'hold' } as const) },
  fc.constant({ does: 'release' } as const),
  fc.constant({ does: 'throw' } as const),
  fc.constant({ does: 'release another' } as const),
  fc.record({ does: fc.constant('request' as const), request }),
  fc.record({ does: fc.constant('request and withdraw' as const), request }),
);
type Reaction = typeof reaction extends fc.Arbitrary<infer R> ? R : never;
const pick = fc.nat({ max: 1_000 });
const command = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('request' as const), request, reaction }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('release' as const), pick }) },
  fc.record({ do: fc.constant('withdraw' as const), pick }),
  fc.record({ do: fc.constant('limits' as const), limits }),
  fc.record({ do: fc.constant('advance' as const), ms: fc.integer({ min: 1, max: 3 * AGEING }) }),
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

const MEANT = new Error('a callback that throws');

interface Job {
  readonly work: WorkRequest;
  state: 'waiting' | 'running' | 'over';
  release: () => void;
  ticket?: Ticket;
}

/** Drives a scheduler and keeps its own plain account of what runs and waits, to hold the scheduler's against. */
class Witness {
  readonly #clock = manualClock();
  readonly #scheduler: FairScheduler;
  readonly #jobs: Job[] = [];
  #limits: SchedulerLimits;
  /** What callbacks threw that they were not meant to: failed expectations. */
  readonly failures: unknown[] = [];

  constructor(first: SchedulerLimits) {
    this.#limits = first;
    const onError = (error: unknown): void => {
      if (error !== MEANT) this.failures.push(error);
    };
    this.#scheduler = new FairScheduler({ clock: this.#clock, limits: first, onError });
  }

  perform(step: Command): void {
    if (step.do === 'request') this.#request(step.request, step.reaction);
    if (step.do === 'release') this.#end(at(this.#in('running'), step.pick));
    if (step.do === 'withdraw') this.#withdraw(at(this.#in('waiting'), step.pick));
    if (step.do === 'limits') this.setLimits(step.limits);
    if (step.do === 'advance') this.#clock.advance(step.ms);
  }

  setLimits(next: SchedulerLimits): void {
    this.#limits = next;
    this.#scheduler.setLimits(next);
  }

  /** Releases whatever runs until nothing waits; false when that never comes. */
  drain(): boolean {
    // A job's callback may ask for one more, which asks for none.
    for (let turns = 2 * this.#jobs.length + 1; turns > 0; turns -= 1) {
      for (const job of this.#in('running')) this.#end(job);
    }
    return this.#in('waiting').length === 0 && this.#in('running').length === 0;
  }

  checkWorkConserving(): void {
    for (const job of this.#in('waiting')) expect(this.#hasRoomFor(job.work)).toBe(false);
  }

  checkMetrics(): void {
    const { running, queued, runningBySession, queuedBySession, queuedByLane } = this.#scheduler.metrics();
    const jobs = { running: this.#in('running'), waiting: this.#in('waiting') };
    expect({ running, queued }).toEqual({ running: jobs.running.length, queued: jobs.waiting.length });
    for (const name of ['a', 'b', 'c']) {
      expect(runningBySession[name] ?? 0).toBe(jobs.running.filter((job) => job.work.session === name).length);
      expect(queuedBySession[name] ?? 0).toBe(jobs.waiting.filter((job) => job.work.session === name).length);
    }
    for (const lane of LANES) {
      expect(queuedByLane[lane]).toBe(jobs.waiting.filter((job) => job.work.lane === lane).length);
    }
  }

  #request(wanted: WorkRequest, reacts: Reaction): Job {
    const job: Job = { work: wanted, state: 'waiting', release: () => undefined };
    this.#jobs.push(job);
    const waiting = this.#in('waiting').filter((other) => other.work.session === wanted.session).length - 1;
    const ticket = this.#scheduler.request(wanted, (release) => this.#granted(job, release, reacts));
    if (ticket !== 'full') job.ticket = ticket;
    else {
      expect(waiting).toBeGreaterThanOrEqual(this.#limits.queuePerSession);
      expect(job.state).toBe('waiting');
      job.state = 'over';
    }
    return job;
  }

  #granted(job: Job, release: () => void, reacts: Reaction): void {
    expect(job.state).toBe('waiting');
    this.#expectWithinCaps(job.work);
    this.#expectFirstInLine(job);
    job.state = 'running';
    job.release = release;
    if (reacts.does === 'release') this.#end(job);
    if (reacts.does === 'release another') this.#end(this.#in('running')[0]);
    if (reacts.does === 'request') this.#request(reacts.request, { does: 'hold' });
    if (reacts.does === 'request and withdraw') this.#withdraw(this.#request(reacts.request, { does: 'hold' }));
    if (reacts.does !== 'throw') return;
    job.state = 'over';
    throw MEANT;
  }

  /** By the witness's account, and by the scheduler's, which also counts slots whose callback is still to come. */
  #expectWithinCaps(wanted: WorkRequest): void {
    expect(this.#hasRoomFor(wanted)).toBe(true);
    const { running, runningBySession } = this.#scheduler.metrics();
    expect(running).toBeLessThanOrEqual(this.#limits.total);
    expect(runningBySession[wanted.session]).toBeLessThanOrEqual(this.#limits.perSession);
  }

  #expectFirstInLine(job: Job): void {
    const { session: owner, lane, type } = job.work;
    const line = this.#in('waiting').filter(
      ({ work: other }) => other.session === owner && other.lane === lane && other.type === type,
    );
    expect(line[0]).toBe(job);
  }

  #hasRoomFor(wanted: WorkRequest): boolean {
    const running = this.#in('running');
    const ofSession = running.filter((job) => job.work.session === wanted.session).length;
    const ofType = running.filter((job) => job.work.type === wanted.type).length;
    return (
      running.length < this.#limits.total &&
      ofSession < this.#limits.perSession &&
      ofType < (this.#limits.perType[wanted.type] ?? Infinity)
    );
  }

  #end(job: Job | undefined): void {
    if (job?.state !== 'running') return;
    job.state = 'over';
    job.release();
  }

  #withdraw(job: Job | undefined): void {
    if (job?.state !== 'waiting') return;
    job.state = 'over';
    job.ticket?.withdraw();
  }

  #in(state: Job['state']): Job[] {
    return this.#jobs.filter((job) => job.state === state);
  }
}

function at<V>(values: readonly V[], index: number): V | undefined {
  return values.length === 0 ? undefined : values[index % values.length];
}

describe('S3 scheduler under any interleaving of requests, releases, withdrawals, limits and time', () => {
  it('exceeds no cap, keeps lines in order, leaves no slot idle that a waiting request could use, loses nothing', () => {
    fc.assert(
      fc.property(limits, fc.array(command, { maxLength: 80 }), (first, commands) => {
        const witness = new Witness(first);
        for (const step of commands) {
          witness.perform(step);
          expect(witness.failures).toEqual([]);
          witness.checkWorkConserving();
          witness.checkMetrics();
        }
        witness.setLimits({
          total: 1,
          perSession: 1,
          perType: { agent: 1, logic: 1 },
          queuePerSession: 8,
          ageingMs: AGEING,
        });
        expect(witness.drain()).toBe(true);
        witness.checkMetrics();
        expect(witness.failures).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('S3 nothing starves', () => {
  const victims = fc.array(
    fc.record({
      name: fc.constantFrom('v', 'w', 'flood0'),
      lane: fc.constantFrom(...LANES),
      type: fc.constantFrom(...TYPES),
    }),
    { minLength: 1, maxLength: 12 },
  );

  it('grants every request in bounded time while sessions keep flooding the best lane', () => {
    fc.assert(
      fc.property(victims, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 }), (wanted, floods, total) => {
        const { clock, ask, granted, turnOver } = schedulerFixture({ total, ageingMs: AGEING });
        let flooded = 0;
        const flood = (): void => {
          for (let f = 0; f < floods; f += 1) ask(`flood ${flooded++}`, work(`flood${f}`, 'critical'));
        };
        for (let n = 0; n < total + 1; n += 1) flood();
        for (const [n, { name, lane, type }] of wanted.entries()) ask(`victim ${n}`, work(name, lane, type));
        // Half a span a turn: from background to above critical in ten turns, then one turn a line, for each victim.
        for (let turn = 0; turn < wanted.length * (10 + 2 * (floods + wanted.length)); turn += 1) {
          flood();
          clock.advance(AGEING / 2);
          turnOver();
        }
        expect(granted.filter((label) => label.startsWith('victim'))).toHaveLength(wanted.length);
      }),
      { numRuns: 50 },
    );
  });
});

describe('S3 equal shares', () => {
  it('lets always-busy sessions of one lane differ by at most one grant over any window', () => {
    const pickTypes = fc.array(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 7 });
    const headStart = fc.array(fc.nat({ max: 9 }), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(
        headStart,
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(...LANES),
        pickTypes,
        (starts, total, lane, types) => {
          const { ask, granted, turnOver } = schedulerFixture({ total });
          for (let n = 0; n < total; n += 1) ask('blocker', work(`blocker${n}`));
          for (const [s, turns] of starts.entries()) {
            for (let n = 0; n < 100; n += 1) ask(`${s}`, work(`s${s}`, lane, types[n % types.length]));
            // Those already there are served for a while before the next one joins.
            turnOver(turns);
          }
          granted.length = 0;
          turnOver(starts.length * 6);
          expect(granted).toHaveLength(starts.length * 6);
          for (const one of starts.keys())
            for (const other of starts.keys()) {
              expect(widestLead(granted, `${one}`, `${other}`)).toBeLessThanOrEqual(1);
            }
        },
      ),
    );
  });
});

/** The most by which one label comes more often than the other in any window. */
function widestLead(granted: readonly string[], one: string, other: string): number {
  let lead = 0;
  let least = 0;
  let widest = 0;
  for (const label of granted) {
    if (one === other) break;
    if (label === one) lead += 1;
    if (label === other) lead -= 1;
    least = Math.min(least, lead);
    widest = Math.max(widest, lead - least);
  }
  return widest;
}
