import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { graphKit } from '#engine/graph/kit.ts';
import { runProcess } from '#host/run-process.ts';
import { scrubEnv } from '#host/scrub-env.ts';
import { readTap, type TestResult } from './read-tap.ts';
import { TASKS, TaskName, testSource } from './tasks.ts';

/** What a builder says it did. Metadata only: the work itself is on disk. */
export const Claim = z.object({
  task: TaskName,
  file: z.string(),
  /** How many tests it says pass. */
  passing: z.number().int().nonnegative(),
  summary: z.string(),
});
export type Claim = z.infer<typeof Claim>;

export const Verdict = z.object({
  claim: Claim,
  accepted: z.boolean(),
  /** Tests that this check ran itself and saw pass. */
  passed: z.number().int(),
  /** Why not, in words; empty when accepted. */
  why: z.string(),
});
export type Verdict = z.infer<typeof Verdict>;

const Measured = z.object({ folder: z.string(), round: z.number().int(), claims: z.array(Claim) });

const kit = graphKit({
  name: 'measure',
  version: 1,
  ports: { copy: Measured, test: Measured },
  output: z.object({ verdicts: z.array(Verdict) }),
});

/** A graph inside the graph: copies what was built to a fresh folder, and runs its own tests there. */
export const measure = kit.build('copy', {
  copy: kit.logic('copy', {
    to: ['test'],
    run: async ({ folder, round, claims }, ctx) => {
      const fresh = join(folder, `check-${round}`);
      await rm(fresh, { recursive: true, force: true });
      await mkdir(fresh, { recursive: true });
      await writeFile(join(fresh, 'package.json'), '{"type":"module"}\n');
      for (const { file } of Object.values(TASKS)) await copyFile(join(folder, file), join(fresh, file)).catch(absent);
      return ctx.goto('test', { folder: fresh, round, claims });
    },
  }),
  test: kit.logic('test', {
    to: [],
    timeoutMs: 60_000,
    run: async ({ folder, claims }, ctx) => {
      const verdicts: Verdict[] = [];
      for (const claim of claims) {
        ctx.say(`runs the tests of ${claim.task}`);
        verdicts.push(verdictOn(claim, await runTests(folder, claim.task, ctx.signal)));
      }
      return ctx.exit({ verdicts });
    },
  }),
});

/** A file that was never written has no copy; its tests will say so. */
function absent(thrown: unknown): void {
  if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT')) throw thrown;
}

async function runTests(folder: string, name: TaskName, signal: AbortSignal): Promise<TestResult[]> {
  const file = `${name}.check.js`;
  await writeFile(join(folder, file), testSource(TASKS[name]));
  const { stdout } = await runProcess({
    program: process.execPath,
    args: ['--test-reporter=tap', file],
    cwd: folder,
    env: scrubEnv(process.env),
    timeoutMs: 20_000,
    signal,
  });
  return readTap(stdout.text);
}

/** Unmeasured means refused: every test must have been seen to pass, by name. */
export function verdictOn(claim: Claim, seen: readonly TestResult[]): Verdict {
  const wanted = Object.keys(TASKS[claim.task].tests);
  const passed = wanted.filter((name) => seen.some((test) => test.name === name && test.ok));
  const failed = wanted.filter((name) => !passed.includes(name));
  const problems = [
    ...(claim.file === TASKS[claim.task].file ? [] : [`it names ${claim.file}, not ${TASKS[claim.task].file}`]),
    ...(failed.length === 0
      ? []
      : [
          `it says ${claim.passing} of ${wanted.length} tests pass; run here, ${passed.length} do: "${failed.join('", "')}" failed`,
        ]),
  ];
  return { claim, accepted: problems.length === 0, passed: passed.length, why: problems.join('; ') };
}
