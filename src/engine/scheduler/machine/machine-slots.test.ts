import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { SessionId } from '#contracts/ids.ts';
import { manualClock } from '#host/clock.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { MachineQueue } from './machine-queue.ts';
import { AGENTS, schedulerCallsOf } from './machine-scheduler.ts';
import { MachineSlots } from './machine-slots.ts';
import { slotsView } from './slots-view.ts';
import { openSlots, workerOf } from './testing/hosted-runs.ts';

const SLOTS = 8;
const Told = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ run: z.string(), turn: z.number(), held: z.number() }),
]);

const slotsFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-slots-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'slots.db');
};

const work = (run: string, session = 'project') =>
  ({ session: SessionId.parse(session), run, lane: 'normal', type: 'agent' }) as const;

/** Takes every slot, so that all processes are queued before the first slot is granted. */
function takeAll(file: string) {
  const queue = new MachineQueue(openSlots(file, SLOTS));
  const releases: (() => void)[] = [];
  for (let n = 0; n < SLOTS; n += 1) queue.request(AGENTS, work('before'), (release) => releases.push(release));
  expect(releases).toHaveLength(SLOTS);
  onTestFinished(() => queue.close());
  return { queue, go: () => releases.forEach((release) => void release()) };
}

function hosted(file: string, attempts: number, ...runs: string[]) {
  const program = join(import.meta.dirname, 'testing/hosted-runs.ts');
  const child = fork(program, [file, String(SLOTS), String(attempts), ...runs]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const grants: { run: string; turn: number; held: number }[] = [];
  const ready = Promise.withResolvers<void>();
  child.on('message', (message) => {
    const told = Told.parse(message);
    if ('ready' in told) ready.resolve();
    else grants.push(told);
  });
  return { child, grants, ready: ready.promise };
}

const ended = (child: ChildProcess) =>
  child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;

describe('S3.2 one scheduler for all processes of the machine', { timeout: 120_000 }, () => {
  it('S3.6 ten hosted runs in three processes share 8 slots fairly', async () => {
    const file = slotsFile();
    const before = takeAll(file);
    const ATTEMPTS = 12;
    const processes = [
      hosted(file, ATTEMPTS, 'a', 'b', 'c', 'd'),
      hosted(file, ATTEMPTS, 'e', 'f', 'g'),
      hosted(file, ATTEMPTS, 'h', 'i', 'j'),
    ];
    await Promise.all(processes.map(({ ready }) => ready));
    before.go();
    await Promise.all(processes.map(({ child }) => ended(child)));
    const grants = processes.flatMap((each) => each.grants);
    expect(grants).toHaveLength(10 * ATTEMPTS);
    expect(Math.max(...grants.map(({ held }) => held))).toBeLessThanOrEqual(SLOTS);
    // The wait of a grant, in turns of others: the clock of a busy machine says nothing.
    const waits = [...Map.groupBy(grants, ({ run }) => run).values()].map(
      (own) => own.reduce((sum, { turn }) => sum + turn - SLOTS, 0) / own.length,
    );
    expect(waits).toHaveLength(10);
    expect(Math.max(...waits) / Math.min(...waits)).toBeLessThanOrEqual(2);
    expect(before.queue.status().slots).toEqual([]);
  });

  it('slots of a killed process come back to the others', async () => {
    const file = slotsFile();
    const before = takeAll(file);
    const [one, two] = [hosted(file, 400, 'a'), hosted(file, 20, 'b')];
    await Promise.all([one.ready, two.ready]);
    before.go();
    await expect.poll(() => one.grants.length, { timeout: 30_000 }).toBeGreaterThan(4);
    one.child.kill('SIGKILL');
    await ended(two.child);
    expect(two.grants).toHaveLength(20);
    // A killed process exists until its parent has collected its status.
    await ended(one.child);
    expect(before.queue.status().slots.filter(({ run }) => run === 'a')).toEqual([]);
  });

  it('one whose process is silent and cannot be asked is dead after a while; one that lives gets its own back', () => {
    const file = slotsFile();
    const clock = manualClock(1_000_000);
    const limits = () => ({ ...DEFAULT_LIMITS, total: 1 });
    const open = (pid: number) => new MachineSlots({ file, clock, worker: workerOf(pid), isGone: () => false, limits });
    const [one, two] = [open(1), open(2)];
    const [first, second] = [new MachineQueue(one), new MachineQueue(two)];
    onTestFinished(() => first.close());
    onTestFinished(() => second.close());
    const told: string[] = [];
    first.request(AGENTS, work('a'), () => void told.push('a'));
    second.request(AGENTS, work('b'), () => void told.push('b'));
    expect(told).toEqual(['a']);
    clock.advance(59_000);
    second.look();
    expect(told).toEqual(['a']);
    clock.advance(2_000);
    two.tend([AGENTS]);
    second.look();
    expect(told).toEqual(['a', 'b']);
    // It was only asleep: what runs keeps running, and counts again.
    first.look();
    expect(
      two
        .status()
        .slots.map(({ run }) => run)
        .sort(),
    ).toEqual(['a', 'b']);
  });

  it('a 429 slows all who ask that provider, in every process, and time gives it back', () => {
    const file = slotsFile();
    const clock = manualClock(1_000_000);
    const limits = () => ({ ...DEFAULT_LIMITS, total: 50, perSession: 50 });
    const open = (pid: number) =>
      new MachineQueue(new MachineSlots({ file, clock, worker: workerOf(pid), isGone: () => false, limits }));
    const [one, two] = [open(1), open(2)];
    onTestFinished(() => one.close());
    onTestFinished(() => two.close());
    const pool = schedulerCallsOf('anthropic');
    const releases: (() => void)[] = [];
    const ask = () => two.request(pool, work('r'), (release) => releases.push(release));
    const shown = () => slotsView(one.status(), 8, clock.now()).providers;
    for (let n = 0; n < 8; n += 1) ask();
    expect(releases).toHaveLength(8);
    one.observe(pool, { throttled: true });
    for (let n = 0; n < 5; n += 1) releases[n]?.();
    for (let n = 0; n < 3; n += 1) ask();
    expect(shown()).toEqual([{ provider: 'anthropic', atOnce: 4, held: 4, waiting: 2 }]);
    one.observe(pool, { throttled: true, resetSeconds: 20 });
    for (let n = 5; n < 9; n += 1) releases[n]?.();
    expect(shown()).toEqual([{ provider: 'anthropic', atOnce: 1, held: 1, waiting: 1 }]);
    clock.advance(30_000);
    ask();
    expect(releases).toHaveLength(12);
  });

  it('shows who holds and who waits, by lane and by run', () => {
    const queue = new MachineQueue(openSlots(slotsFile(), 1));
    onTestFinished(() => queue.close());
    queue.request(AGENTS, work('a'), () => undefined);
    queue.request(AGENTS, { ...work('b'), lane: 'low' }, () => undefined);
    const view = slotsView(queue.status(), 1, Date.now() + 5_000);
    expect(view).toMatchObject({
      held: 1,
      total: 1,
      waiting: [{ lane: 'low', count: 1 }],
      granted: [{ lane: 'normal', count: 1 }],
      runs: { a: { held: 1, waiting: 0 }, b: { held: 0, waiting: 1 } },
    });
    expect(view.waiting[0]?.longestMs).toBeGreaterThanOrEqual(5_000);
  });
});
