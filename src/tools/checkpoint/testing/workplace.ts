import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { RunId } from '#contracts/ids.ts';
import { WorkerId } from '#contracts/ids.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { SqliteStore } from '#engine/log/sqlite-store.ts';
import { fileBlobs } from '#host/blob-store.ts';
import { systemClock } from '#host/clock.ts';
import type { CheckpointDeps } from '../engine.ts';
import { endLeftovers } from '../leftovers.ts';
import { type JobOutcome, type RunStepsOptions, runSteps } from '../run.ts';

/** A folder with a steps file, and a home with a real database, for one test. */
export interface Workplace {
  readonly root: string;
  readonly folder: string;
  readonly deps: CheckpointDeps;
  readonly notes: string[];
  write(name: string, text: string): void;
  append(name: string, text: string): void;
  remove(name: string): void;
  has(name: string): boolean;
  /** Lines of a file; none when it is not there. */
  lines(name: string): string[];
  steps(yaml: string): void;
  run(options?: Partial<RunStepsOptions>, deps?: Partial<CheckpointDeps>): Promise<JobOutcome>;
  events(run: RunId): Promise<RunEvent[]>;
  /** State by step. */
  states(outcome: JobOutcome): Record<string, string>;
}

export function workplace(): Workplace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-checkpoint-')));
  const folder = join(root, 'job');
  mkdirSync(folder);
  const store = new SqliteStore({ file: join(root, 'runs.db') });
  onTestFinished(async () => {
    for (const { run } of await store.list()) await endLeftovers(`${run}/`);
    await store.close();
    rmSync(root, { recursive: true, force: true });
  });
  const deps: CheckpointDeps = {
    store,
    blobs: fileBlobs(join(root, 'blobs')),
    clock: systemClock,
    worker: WorkerId.parse(`test-${process.pid}`),
    isGone: () => true,
    env: { PATH: process.env.PATH },
    retryDelayMs: 1,
    tickMs: 5,
  };
  const notes: string[] = [];
  const at = (name: string): string => join(folder, name);
  return {
    root,
    folder,
    deps,
    notes,
    write: (name, text) => writeFileSync(at(name), text),
    append: (name, text) => appendFileSync(at(name), text),
    remove: (name) => rmSync(at(name), { recursive: true, force: true }),
    has: (name) => existsSync(at(name)),
    lines: (name) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8').split('\n').filter(Boolean) : []),
    steps: (yaml) => writeFileSync(at('STEPS.yaml'), yaml),
    run: (options, more) => {
      notes.length = 0;
      const note = (line: string): void => void notes.push(line);
      return runSteps({ ...deps, ...more }, { file: 'STEPS.yaml', cwd: folder, note, ...options });
    },
    events: async (run) => {
      const events: RunEvent[] = [];
      for await (const event of store.read(run)) events.push(event);
      return events;
    },
    states: ({ checkpoint }) => Object.fromEntries(checkpoint.steps.map(({ id, state }) => [id, state])),
  };
}
