import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withRuns } from '#app/open-runs.ts';
import { git } from '#workspace/testing/test-repository.ts';
import { probedSandbox } from '../sandbox-here.ts';

const assay = join(import.meta.dirname, '../../bin/assay');
/** `npm run test:crash` tries 25; ASSAY_ROUNDS any number. */
const rounds = Number(process.env.ASSAY_ROUNDS ?? (process.env.ASSAY_SOAK === '1' ? 25 : 1));
/** Kills in a row; a node that dies with its driver three times is put to a person, which is another test. */
const KILLS = 2;
const lacking = await probedSandbox();

/** What must be the same however often the driver died. Commit hashes hold times, so trees and words are compared. */
interface End {
  readonly tree: string;
  readonly subjects: readonly string[];
  readonly merges: readonly string[];
  readonly branches: string;
}

describe('G7.3 a plan whose driver is killed', { timeout: (rounds + 1) * 180_000 }, () => {
  it.skipIf(lacking !== null)(
    `ends as the unbroken one, ${rounds === 1 ? 'once' : `${rounds} times`}${lacking === null ? '' : ` (${lacking})`}`,
    async () => {
      const whole = home();
      const begun = performance.now();
      expect(await life(whole, ['demo', '--fast'], null)).toBe(0);
      const lifetime = performance.now() - begun;
      const unbroken = endOf(whole);
      expect(unbroken.merges).toHaveLength(2);
      for (let round = 0; round < rounds; round++) {
        const where = home();
        let code = await life(where, ['demo', '--fast'], Math.random() * lifetime);
        for (let kill = 1; code === null && kill < KILLS; kill++) {
          code = await life(where, ['runs', 'resume', 'last', '--fast'], Math.random() * lifetime * 0.7);
        }
        if (code === null) code = await life(where, ['runs', 'resume', 'last', '--fast'], null);
        // Killed before there was a run: nothing was begun, so there is nothing to compare.
        if (code === 2 && (await hasNoRun(where))) continue;
        expect(code, code === 0 ? '' : `round ${round}: ${await told(where)}`).toBe(0);
        expect(endOf(where), `round ${round}`).toEqual(unbroken);
        console.log(`round ${round + 1} of ${rounds}`);
      }
    },
  );
});

function home(): string {
  const made = mkdtempSync(join(tmpdir(), 'assay-plan-crash-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true, maxRetries: 5 }));
  return made;
}

/** Its exit code, or null where it was killed. */
async function life(where: string, args: readonly string[], killAfterMs: number | null): Promise<number | null> {
  const child: ChildProcess = spawn(assay, args, {
    env: { ...process.env, ASSAY_HOME: where },
    stdio: 'ignore',
    detached: true,
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  if (killAfterMs === null) return ended;
  const alive = await Promise.race([ended.then(() => false), sleep(killAfterMs, true)]);
  if (alive) child.kill('SIGKILL');
  return ended;
}

/** The run's own description, for readers of the failure: its home is gone by then. */
async function told(where: string): Promise<string> {
  const child = spawn(assay, ['runs', 'show', 'last'], { env: { ...process.env, ASSAY_HOME: where } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk));
  await once(child, 'close');
  return said;
}

const hasNoRun = (where: string): Promise<boolean> =>
  withRuns({ ASSAY_HOME: where }, async ({ store }) => (await store.list()).length === 0);

function endOf(where: string): End {
  const [project = ''] = readdirSync(join(where, 'examples'));
  const repository = join(where, 'examples', project);
  const plan = git(repository, 'show', 'main:PLAN.md').replace(/\b[0-9a-f]{40}\b/g, 'HASH');
  return {
    // The plan names commits, which differ; everything else of the tree must not.
    tree: [
      plan,
      ...git(repository, 'ls-tree', '-r', 'main')
        .split('\n')
        .filter((line) => !line.endsWith('\tPLAN.md')),
    ].join('\n'),
    subjects: git(repository, 'log', '--format=%s', 'main').split('\n').sort(),
    merges: git(repository, 'log', '--merges', '--format=%s', 'main').split('\n'),
    branches: git(repository, 'branch', '--format=%(refname:short)'),
  };
}
