import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Claim, type Death, type Letter, Model } from './histories/model.ts';
import { World } from './histories/world.ts';

/** `npm run test:crash` tries 2,000; ASSAY_HISTORIES any number. */
const HISTORIES = Number(process.env.ASSAY_HISTORIES ?? (process.env.ASSAY_SOAK === '1' ? 2_000 : 40));

interface Real {
  readonly world: World;
  processes: number;
}
type Move = fc.AsyncCommand<Model, Real>;

const move = (name: string, work: (model: Model, real: Real) => Promise<void>): Move => ({
  check: () => true,
  toString: () => name,
  run: async (model, real) => {
    await work(model, real);
    expect(await real.world.seen(), name).toEqual(expected(model));
  },
});

const expected = (model: Model) => ({
  status: model.status,
  pausedBy: model.pausedBy,
  nodes: model.node ? [{ name: model.node.name, crashes: model.node.crashes, status: model.node.status }] : [],
  attempts: model.attempts,
  budget: model.budget,
  early: model.early,
  listed: model.status,
  holder: model.driver === null ? null : `process-${model.driver}`,
  mail: model.mail.length,
});

const post = (letter: Letter) =>
  move(`post ${Object.values(letter).join(' ')}`, async (model, { world }) => {
    model.post(letter);
    await world.post(letter);
  });

const release = (claim: Claim) =>
  move(`claim ${claim}`, async (model, { world }) => {
    model.release(claim);
    await world.release(claim);
  });

const attach = (isTaken: boolean) =>
  move(isTaken ? 'take over' : 'attach', async (model, real) => {
    const no = real.processes;
    real.processes += 1;
    const refusal = model.driver !== null && !isTaken ? 'RUN_HELD' : model.isOver ? 'RUN_OVER' : null;
    if (refusal === null) model.attach(no);
    expect(await real.world.attach(no, isTaken)).toBe(refusal);
  });

/** The driver dies at its next append. */
const arm = (death: Death) =>
  move(`die ${death} the next append`, async (model, { world }) => {
    if (model.driver === null) return;
    world.arm(model.driver, death);
    model.armed = death;
  });

const kill = move('kill', async (model, { world }) => {
  const { driver } = model;
  model.kill();
  if (driver !== null) await world.kill(driver);
});

const stop = move('stop', async (model, { world }) => {
  const { driver } = model;
  model.stop();
  if (driver !== null) await world.stop(driver);
});

const wait = move('wait', async (model, { world }) => {
  model.look();
  await world.wait(20_000);
});

const fork = (at: number) => move(`fork at ${at}`, async (_, { world }) => world.fork(at));

const MOVES: fc.Arbitrary<Move>[] = [
  ...(['pause', 'resume', 'cancel', 'approve'] as const).map((type) => fc.constant(post({ type }))),
  fc.integer({ min: 1, max: 8 }).map((attempts) => post({ type: 'budget', attempts })),
  fc.constantFrom('retry', 'retry', 'skip', 'fail').map((choice) => post({ type: 'failure', choice } as Letter)),
  ...(['next', 'ask', 'next', 'ask', 'end'] as const).map((claim) => fc.constant(release(claim))),
  fc.constant(attach(false)),
  fc.constant(attach(false)),
  fc.constant(attach(true)),
  fc.constantFrom<Death>('before', 'after').map(arm),
  fc.constant(kill),
  fc.constant(stop),
  fc.constant(wait),
  fc.double({ min: 0, max: 1, noNaN: true }).map(fork),
];

describe('S2.4 random histories of one run, on a real database with real drivers', () => {
  it(`${HISTORIES} of them end as the model says`, { timeout: 60_000 + HISTORIES * 5_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-histories-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    let [moves, histories] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.option(fc.integer({ min: 1, max: 6 }), { nil: null }),
        fc.commands(MOVES, { maxCommands: 40, size: 'max' }),
        async (budget, commands) => {
          histories += 1;
          const real: Real = { world: new World(join(folder, 'runs.db'), histories), processes: 1 };
          try {
            const model = new Model(budget);
            model.start(0);
            await real.world.start(0, budget);
            expect(await real.world.seen()).toEqual(expected(model));
            await fc.asyncModelRun(() => ({ model, real }), commands);
            moves += [...commands].length;
          } finally {
            await real.world.close();
          }
        },
      ),
      { numRuns: HISTORIES },
    );
    console.log(`${HISTORIES} histories, ${moves} moves: no divergence from the model.`);
  });
});
