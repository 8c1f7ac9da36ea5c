import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ActivationId, RunId, SessionId, WorkerId } from '#contracts/ids.ts';
import { currentVersion, type NewEvent, RUN_EVENTS, type RunEvent } from '#contracts/run-events.ts';
import { nextHeader, type RunHeader } from '#contracts/run-header.ts';
import { type GraphShape, graphRef, isAside, type NodeShape } from '../graph/shape.ts';
import { startReserve } from './budget.ts';
import { fold } from './evolve.ts';
import type { NodeReport } from './report.ts';
import { type ActivationStatus, EMPTY, isParked, type RunState } from './state.ts';
import { type StepInput, step } from './step.ts';

const node = (over: Partial<NodeShape>): NodeShape => ({
  kind: 'logic',
  byAgent: false,
  pure: false,
  to: [],
  retry: { attempts: 2, backoffMs: 10, factor: 2, maxBackoffMs: 100 },
  onFailure: 'skip',
  timeoutMs: null,
  type: 'logic',
  lane: null,
  slots: null,
  watches: [],
  start: null,
  ...over,
});

// Sub-graphs more often than the rest: it takes several moves to get anywhere inside one.
const everywhere = ['a', 'sub', 'b', 'strict', 'sub', 'asks', 'pair.x', 'pair.y', 'all', 'sub', 'advice'];
const inside = ['sub/in', 'sub/out', 'sub/some'];

/** One of everything: plain nodes of every failure policy, both joins, a sub-graph, an adviser and an observer. */
const shape: GraphShape = {
  name: 'anything',
  version: 1,
  start: 'a',
  nodes: {
    a: node({ to: everywhere, byAgent: true, kind: 'agent' }),
    b: node({ to: everywhere }),
    strict: node({ to: everywhere, onFailure: 'fail' }),
    asks: node({ to: everywhere, onFailure: 'ask' }),
    pair: node({ to: everywhere, kind: 'join', slots: ['x', 'y'] }),
    all: node({ to: everywhere, kind: 'join' }),
    sub: node({ to: everywhere, kind: 'graph', start: 'sub/in' }),
    'sub/in': node({ to: inside }),
    'sub/out': node({ to: inside, onFailure: 'fail' }),
    'sub/some': node({ to: inside, kind: 'join' }),
    advice: node({ kind: 'advisory', byAgent: true }),
    watch: node({ kind: 'observer', watches: ['b', 'sub/in'] }),
  },
  observers: { b: ['watch'], 'sub/in': ['watch'] },
  schemas: {},
};

const payload = { inline: null };

/** A world for one run: what was asked of it and not yet answered, and the log so far. */
class World {
  state: RunState = EMPTY;
  header: RunHeader | null = null;
  readonly log: RunEvent[] = [];
  requested = new Set<ActivationId>();
  executing = new Set<ActivationId>();
  now = 1;

  feed(input: StepInput): void {
    this.now += 1;
    const before = this.state;
    const result = step(shape, before, input, this.now);
    result.events.forEach((event, index) => {
      const recorded = asRecorded(event, before.seq + index + 1, result.state.at);
      this.log.push(recorded);
      this.header = nextHeader(this.header, recorded);
    });
    this.state = result.state;
    for (const command of result.commands) {
      if (command.do === 'request') this.requested.add(command.act);
      if (command.do === 'withdraw') this.requested.delete(command.act);
      if (command.do === 'execute') this.executing.add(command.act);
      if (command.do === 'abort') this.executing.delete(command.act);
    }
    if (input.type === 'granted') this.requested.delete(input.act);
    if (input.type === 'report') this.executing.delete(input.report.act);
  }

  /** The process dies; the next one knows the log only. */
  crash(): void {
    this.state = fold(this.log);
    this.requested.clear();
    this.executing.clear();
    this.feed({ type: 'attach', worker: WorkerId.parse('next') });
  }
}

function asRecorded({ type, data }: NewEvent, seq: number, at: number): RunEvent {
  return { seq, at, type, v: currentVersion(type), data } as RunEvent;
}

const create: StepInput = {
  type: 'create',
  graph: graphRef(shape),
  run: RunId.parse('r'),
  session: SessionId.parse('s'),
  title: 't',
  lane: 'normal',
  budget: { attempts: 40, usd: 8, tokens: 8_000 },
  simulated: true,
  input: payload,
};

/** One move of the world, chosen by three numbers. */
function move(world: World, [what, which, how]: readonly [number, number, number]): void {
  const pick = <T>(set: Iterable<T>): T | undefined => [...set][which % Math.max(1, [...set].length)];
  switch (what % 15) {
    case 0:
      return world.crash();
    case 1:
      world.now += 50;
      return world.feed({ type: 'tick' });
    case 2:
      return world.feed(
        world.state.status === 'paused' ? { type: 'resume', by: 'me' } : { type: 'pause', why: 'lunch' },
      );
    case 3:
      return world.feed({ type: 'signal', signal: 'q', act: null, payload, by: 'me' });
    case 4: {
      const asking = [...world.state.acts.values()].filter(
        ({ status }) => status.is === 'asking' && status.signal !== 'q',
      );
      const found = pick(asking);
      const choice = (['retry', 'skip', 'fail'] as const)[how % 3] ?? 'retry';
      return found && world.feed({ type: 'failure-answer', act: found.act, answer: { choice }, payload, by: 'me' });
    }
    case 5:
      return how % 50 === 0 ? world.feed({ type: 'cancel', why: 'enough' }) : undefined;
    case 12: {
      const act = pick(world.executing);
      const { attempt = 1, used } = (act && world.state.acts.get(act)) ?? {};
      const usage = { tokens: (used?.tokens ?? 0) + how, usd: how % 7 === 0 ? null : (used?.usd ?? 0) + how / 1000 };
      const instructed = { commit: 'c', files: [], withheld: [] };
      if (act && how % 5 === 0) world.feed({ type: 'instructed', act, attempt, instructed });
      return act && world.feed({ type: 'used', act, attempt, usage });
    }
    case 13: {
      const act = pick(world.executing);
      return act && world.feed({ type: 'reserve', act });
    }
    case 6:
    case 7:
    case 8: {
      const act = pick(world.requested);
      return act && world.feed({ type: 'granted', act });
    }
    default: {
      const act = pick(world.executing);
      return act && world.feed({ type: 'report', report: reportFor(world, act, which, how) });
    }
  }
}

function reportFor(world: World, act: ActivationId, which: number, how: number): NodeReport {
  const activation = world.state.acts.get(act);
  const base = { act, attempt: activation?.attempt ?? 1, usage: { tokens: 1, usd: 0.01 }, ms: 1 };
  if (activation && isAside(activation.kind)) return { ...base, outcome: { type: 'note', note: payload } };
  const ports = shape.nodes[activation?.node ?? 'a']?.to ?? [];
  const to = (n: number) => ({ port: ports[n % Math.max(1, ports.length)] ?? 'a', payload });
  const collect = ports.includes('all') ? 'all' : 'sub/some';
  switch (how % 10) {
    case 0:
      return {
        ...base,
        outcome: { type: 'failed', error: { code: 'X', message: 'x' }, follow: FOLLOWS[which % 4] ?? 'policy' },
      };
    case 1:
      return { ...base, outcome: { type: 'ask', signal: 'q', question: payload } };
    case 2:
      return { ...base, outcome: { type: 'end' } };
    case 3:
      return { ...base, outcome: { type: 'exit', output: payload } };
    case 4:
      return { ...base, outcome: { type: 'fork', branches: [to(which), to(which + 1), to(which + 2)], collect } };
    case 5: {
      const name = `task_${world.state.seq}`;
      const branches = [
        { ...to(0), name, after: [] },
        { ...to(1), after: [name] },
      ];
      return { ...base, outcome: { type: 'fork', branches } };
    }
    case 6:
      return { ...base, cancel: ['b', 'a'], outcome: { type: 'goto', to: to(which) } };
    default:
      return { ...base, outcome: { type: 'goto', to: to(which) } };
  }
}

const FOLLOWS = ['policy', 'retry', 'policy', 'budget'] as const;

const moves3 = fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000));
const tape = fc.array(moves3, { maxLength: 120 });
const longTape = fc.array(moves3, { minLength: 60, maxLength: 160 });

function everyMove(moves: readonly (readonly [number, number, number])[], check: (world: World) => void): World {
  const world = new World();
  world.feed(create);
  for (const one of moves) {
    move(world, one);
    check(world);
  }
  return world;
}

const PLENTY = { attempts: 10_000, usd: 1e6, tokens: 1e9 };

/** Lets everything that is asked for succeed and answers every question, until nothing moves. */
function settle(world: World): void {
  for (let turn = 0; turn < 3000 && world.state.status !== 'ended'; turn += 1) {
    world.now += 100;
    const before = world.state.seq;
    if (world.state.status === 'paused') world.feed({ type: 'raise-budget', budget: PLENTY, by: 'me' });
    if (world.state.status === 'paused') world.feed({ type: 'resume', by: 'me' });
    world.feed({ type: 'tick' });
    for (const act of [...world.requested]) world.feed({ type: 'granted', act });
    for (const act of [...world.executing]) {
      const activation = world.state.acts.get(act);
      const aside = activation !== undefined && isAside(activation.kind);
      const outcome: NodeReport['outcome'] = aside
        ? { type: 'note', note: payload }
        : { type: 'exit', output: payload };
      world.feed({
        type: 'report',
        report: { act, attempt: activation?.attempt ?? 1, usage: { tokens: 0, usd: 0 }, ms: 1, outcome },
      });
    }
    for (const { act, status } of [...world.state.acts.values()]) {
      if (status.is !== 'asking') continue;
      if (status.signal === 'q') world.feed({ type: 'signal', signal: 'q', act, payload, by: 'me' });
      else world.feed({ type: 'failure-answer', act, answer: { choice: 'retry' }, payload, by: 'me' });
    }
    if (world.state.seq === before && world.requested.size === 0 && world.executing.size === 0) break;
  }
}

const lastAct = (log: readonly RunEvent[]) => {
  const { data } = log.at(-1) ?? { data: {} };
  return 'act' in data ? data.act : null;
};

const shownState = (state: RunState) => JSON.parse(JSON.stringify(state));

describe('H1 S2 the step', () => {
  it('is tried in all its situations: the moves reach every event a step can emit', () => {
    const seen = new Set<string>();
    for (const moves of fc.sample(longTape, { numRuns: 400, seed: 7 })) {
      const world = everyMove(moves, () => {});
      settle(world);
      for (const { type } of world.log) seen.add(type);
    }
    const elsewhere = ['run.forked', 'graph.adopted', 'effect.intended', 'effect.done', 'mail.refused', 'log.repaired'];
    expect([...RUN_EVENTS.keys()].filter((type) => !seen.has(type) && !elsewhere.includes(type))).toEqual([]);
  });

  it('is the fold of what it recorded, after every move', () => {
    fc.assert(
      fc.property(tape, (moves) => {
        const world = everyMove(moves, () => {});
        expect(shownState(fold(world.log))).toEqual(shownState(world.state));
      }),
      { numRuns: 300 },
    );
  });

  it('does not change its input, and gives the same for the same', () => {
    fc.assert(
      fc.property(tape, (moves) => {
        everyMove(moves, (world) => {
          const before = shownState(world.state);
          const [one, two] = [
            step(shape, world.state, { type: 'tick' }, world.now),
            step(shape, world.state, { type: 'tick' }, world.now),
          ];
          expect(shownState(one.state)).toEqual(shownState(two.state));
          expect(one.events).toEqual(two.events);
          expect(shownState(world.state)).toEqual(before);
        });
      }),
      { numRuns: 30 },
    );
  });

  it('counts rightly: statuses, scopes, advisers, and the header that lists show', () => {
    fc.assert(
      fc.property(tape, (moves) => {
        everyMove(moves, ({ state, header }) => {
          const acts = [...state.acts.values()];
          const of = (is: ActivationStatus['is']) => acts.filter(({ status }) => status.is === is).length;
          for (const is of ['blocked', 'ready', 'running', 'inside', 'backing-off', 'asking'] as const)
            expect(state.counts[is]).toBe(of(is));
          expect(state.aside).toBe(acts.filter(({ kind }) => isAside(kind)).length);
          for (const scope of state.scopes.values()) {
            const members = acts.filter((a) => a.scope === scope.id && !isAside(a.kind)).length;
            const inner = [...state.scopes.values()].filter(({ parent }) => parent === scope.id).length;
            expect(scope.live).toBe(members + inner);
          }
          expect(header?.nodes).toMatchObject({
            running: of('running'),
            asking: of('asking'),
            blocked: of('blocked'),
            scheduled: of('ready') + of('backing-off'),
          });
        });
      }),
      { numRuns: 200 },
    );
  });

  it('S3.1 sets no more aside than there is, and forgets nothing that was used', () => {
    fc.assert(
      fc.property(tape, (moves) => {
        everyMove(moves, ({ state, header, log }) => {
          const running = [...state.acts.values()].filter(({ status }) => status.is === 'running');
          const last = log.at(-1)?.type;
          for (const limit of ['tokens', 'usd'] as const) {
            const held = running.reduce(
              (sum, each) => sum + Math.max(each.reserved?.[limit] ?? 0, each.used[limit] ?? 0),
              0,
            );
            if (last === 'node.started' || last === 'node.reserved') {
              const isOver = state.spent[limit] + held > (state.budget[limit] ?? 0) + 1e-9;
              expect(isOver && running.some(({ act, reserved }) => act === lastAct(log) && reserved !== null)).toBe(
                false,
              );
            }
            expect(state.using[limit]).toBeCloseTo(
              running.reduce((sum, { used }) => sum + (used[limit] ?? 0), 0),
              6,
            );
          }
          expect(header?.usd).toBeCloseTo(state.spent.usd, 6);
          expect([header?.tokens, header?.unpriced]).toEqual([state.spent.tokens, state.spent.unpriced]);
        });
      }),
      { numRuns: 200 },
    );
  });

  it('never forgets work: every ready node was requested, every requested node is ready', () => {
    fc.assert(
      fc.property(tape, (moves) => {
        everyMove(moves, ({ state, requested, executing }) => {
          if (state.status === 'paused' || state.status === 'ended') return;
          for (const { act, byAgent, status } of state.acts.values()) {
            // What the budget keeps waiting is asked for again when an attempt ends.
            const waits = byAgent && startReserve(state) === 'wait';
            if (status.is === 'ready' && !waits) expect(requested.has(act)).toBe(true);
            if (status.is === 'running') expect(executing.has(act)).toBe(true);
          }
          for (const act of executing) expect(state.acts.get(act)?.status.is).toBe('running');
        });
      }),
      { numRuns: 200 },
    );
  });

  it('always comes to an end when everything succeeds and every question is answered', () => {
    fc.assert(
      fc.property(tape, (moves) => {
        const world = everyMove(moves, () => {});
        settle(world);
        expect(world.state.status).toBe('ended');
        expect(isParked(world.state)).toBe(false);
        expect(world.state.acts.size).toBe(0);
        expect(world.log.filter(({ type }) => type === 'run.ended')).toHaveLength(1);
      }),
      { numRuns: 300 },
    );
  });

  it('does nothing once the run has ended', () => {
    fc.assert(
      fc.property(tape, tape, (moves, more) => {
        const world = everyMove(moves, () => {});
        settle(world);
        const length = world.log.length;
        for (const one of more) move(world, one);
        expect(world.log).toHaveLength(length);
      }),
      { numRuns: 50 },
    );
  });
});
