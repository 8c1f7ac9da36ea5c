import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunEvent } from '#contracts/run-events.ts';
import { readWorkspaceRef } from '#contracts/run-workspaces.ts';
import { runProcess } from '#host/run-process.ts';
import { PYTHON_STACK as STACK } from '../../examples/hybrid-tdd/stack/python.ts';
import { allPeeks } from '../peeks/all-peeks.ts';
import { GOT_IN, type Peek, type PeekRun } from '../peeks/peek.ts';
import { makeWorld, type World } from '../peeks/world.ts';
import { probedSandbox } from '../sandbox-here.ts';
import { type HybridRig, hybridRig, lacksPython } from './hybrid-rig.ts';
import { honest, type Turn } from './scripted-attempt-runner.ts';

const slow = process.env.ASSAY_SLOW === '1';
/** The most telling: the other's files, the main repository's objects by two ways, the run log, a process beside it. */
const SMOKE = ['absolute-path', 'git-C', 'git-alternates', 'run-log', 'proc-cwd'];
/**
 * Not those about how much may be used up: their limits are set for the peek, and here they are the workspace's own. Nor
 * those between the sandboxes of agents' own programs: nobody has one here.
 */
const PEEKS = allPeeks.filter(
  ({ id, limits, programSandbox }) => !limits && !programSandbox && (slow || SMOKE.includes(id)),
);

const lacking = (await probedSandbox()) ?? (await lacksPython());
const why = lacking === null ? '' : ` (skipped: ${lacking})`;

describe.skipIf(lacking !== null)(
  `H2.3 blind agents that peek while a run is under way${why}`,
  { timeout: 1_800_000 },
  () => {
    it(`see nothing by ${PEEKS.length} ways, from either side`, async () => {
      const stage = await makeStage();
      const { rig, tries } = stage;
      const main = rig.git('rev-parse', 'main');
      if (slow) {
        const { result } = await rig.run();
        // Who peeked and saw nothing has done its work all the same.
        expect(result).toMatchObject({ success: true });
        expect(rig.git('rev-parse', 'main')).not.toBe(main);
      } else {
        const begun = await rig.engine.start(
          rig.graph,
          { spec: rig.spec, mode: 'parallel', main: 'main' },
          stage.watch,
        );
        await stage.bothPeeked;
        await begun.stop();
      }
      for (const side of ['tests', 'impl']) {
        const own = tries.filter((each) => each.side === side);
        expect(own.map(({ id }) => id).toSorted()).toEqual(PEEKS.map(({ id }) => id).toSorted());
        for (const { id, gotIn, outcome, said } of own) {
          expect(gotIn, `${side} ${id}: ${said}`).toBe(false);
          // A peek that could not even be tried has shown nothing.
          expect(outcome, `${side} ${id}: ${said}`).not.toBe('unstartable');
        }
        // The same command outside the sandbox does see it, so the target exists.
        const bare = stage.controls.filter((each) => each.side === side);
        expect(bare.map(({ id, gotIn }) => [id, gotIn])).toEqual(SMOKE.map((id) => [id, true]));
      }
    });
  },
);

interface Try {
  readonly side: string;
  readonly id: string;
  readonly gotIn: boolean;
  readonly outcome: string;
  readonly said: string;
}

interface Stage {
  readonly rig: HybridRig;
  readonly tries: readonly Try[];
  readonly controls: readonly Try[];
  readonly bothPeeked: Promise<unknown>;
  readonly watch: { readonly listener: { onEvents(events: readonly RunEvent[]): void } };
}

const canary = (): string => `canary-${randomBytes(12).toString('hex')}`;

/** A run whose blind agents wait for each other, peek with the other's canary on the disk, and then do their work. */
async function makeStage(): Promise<Stage> {
  const secret = canary();
  const answers = { tests: canary(), impl: canary() };
  const tries: Try[] = [];
  const controls: Try[] = [];
  const seen: RunEvent[] = [];
  const folders = { tests: Promise.withResolvers<string>(), impl: Promise.withResolvers<string>() };
  const peeked = { tests: Promise.withResolvers<void>(), impl: Promise.withResolvers<void>() };
  const bothPeeked = Promise.all([peeked.tests.promise, peeked.impl.promise]);
  let outside: World | undefined;
  const act = async (side: 'tests' | 'impl', { folder, task }: Turn) => {
    if (folder === null || task.place === undefined || outside === undefined) throw new Error(`${side} has no place`);
    const backup = `${folder}.before`;
    cpSync(folder, backup, { recursive: true });
    // Each has its own canary: a peek may find the one in its own workspace.
    writeFileSync(join(folder, 'answer.txt'), `${answers[side]}\n`);
    folders[side].resolve(folder);
    const theirs = side === 'tests' ? 'impl' : 'tests';
    const other = await folders[theirs].promise;
    const world = worldOf(outside, { workspace: folder, other, rig, secret, seen });
    const canaries = [secret, answers[theirs]];
    const workspace = await rig.store.open(readWorkspaceRef(task.place).name);
    const inside: Run = (program, args) =>
      workspace.exec({ program, args: [...args], env: world.variables(), timeoutMs: 60_000 });
    const bare: Run = (program, args) =>
      runProcess({ program, args, cwd: folder, env: { ...process.env, ...world.variables() }, timeoutMs: 60_000 });
    for (const peek of PEEKS) tries.push({ side, ...(await attempt(peek, inside, world, canaries)) });
    for (const id of SMOKE) {
      const peek = PEEKS.find((each) => each.id === id);
      if (peek) controls.push({ side, ...(await attempt(peek, bare, world, canaries)) });
    }
    peeked[side].resolve();
    await bothPeeked;
    restore(folder, backup);
    return side === 'tests' ? STACK.tests : STACK.impl;
  };
  const script = honest<Turn>(STACK, { tests: (turn) => act('tests', turn), impl: (turn) => act('impl', turn) });
  const rig = await hybridRig(STACK, script, { maxMutants: 2 });
  onTestFinished(() => rig.close());
  outside = await makeOutside(rig, secret);
  const watch = { listener: { onEvents: (events: readonly RunEvent[]) => void seen.push(...events) } };
  return { rig, tries, controls, bothPeeked, watch };
}

/** Everything that lies around a run; the person has a branch checked out that no agent was given. */
async function makeOutside({ repository, git }: HybridRig, secret: string): Promise<World> {
  const root = dirname(repository);
  const base = join(root, 'outside');
  mkdirSync(base);
  git('checkout', '--quiet', '-b', 'private');
  writeFileSync(join(repository, 'secret.txt'), `${secret}\n`);
  git('add', 'secret.txt');
  git('-c', 'user.name=x', '-c', 'user.email=x@example.org', 'commit', '--quiet', '-m', 'private');
  const world = await makeWorld({ base, secret, options: join(root, 'sandbox') });
  onTestFinished(() => world.close());
  return world;
}

interface Around {
  readonly workspace: string;
  readonly other: string;
  readonly rig: HybridRig;
  readonly secret: string;
  readonly seen: readonly RunEvent[];
}

/** The world as one agent of this run would have to find it: the other's workspace, the repository, the log. */
function worldOf(outside: World, { workspace, other, rig, secret, seen }: Around): World {
  const base = dirname(rig.repository);
  const log = join(base, 'runs.db');
  writeFileSync(log, `${seen.map((event) => JSON.stringify(event)).join('\n')}\n${secret}\n`);
  const object = rig.git('rev-parse', 'private:secret.txt').trim();
  return {
    ...outside,
    ...{ workspace, other, base, main: rig.repository },
    variables: () => ({
      ...outside.variables(),
      ...{ W_BASE: base, W_OTHER: other, W_MAIN: rig.repository, W_DB: log, W_OBJECT: object },
    }),
  };
}

type Run = (program: string, args: readonly string[]) => Promise<PeekRun>;

async function attempt(peek: Peek, run: Run, world: World, canaries: readonly string[]): Promise<Omit<Try, 'side'>> {
  await world.renew();
  const [program, flag] = peek.language === 'python' ? ['/usr/bin/python3', '-c'] : ['/bin/sh', '-c'];
  const result = await run(program, [flag, peek.script]);
  if (peek.afterwards !== undefined) await run('git', peek.afterwards);
  const said = `${result.stdout.text}\n${result.stderr.text}`;
  const gotIn = await (peek.gotIn?.(result, world) ?? [...canaries, GOT_IN].some((each) => said.includes(each)));
  return { id: peek.id, gotIn, outcome: result.outcome, said: said.slice(0, 1_500) };
}

/** The state before any peek: files that peeks left behind are not the agent's work. */
function restore(folder: string, backup: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
  cpSync(backup, folder, { recursive: true });
  rmSync(backup, { recursive: true, force: true });
}
