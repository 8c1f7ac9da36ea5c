/**
 * The process that gets killed. `node subject.ts FOLDER [POINT:NTH]` starts the run in FOLDER, or resumes it when it is
 * there already; kills itself with SIGKILL at the n-th passing of a named point. Prints every acknowledged event.
 */
import { mkdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentEvent, type AttemptRunner, NO_AGENT_USAGE } from '#contracts/agent.ts';
import { RunId, WorkerId } from '#contracts/ids.ts';
import { FAILURE_SIGNAL, type Mail } from '#contracts/mail.ts';
import { resultOf } from '#engine/drive/result-of.ts';
import { resumeRun, startRun, stateOf } from '#engine/drive/runs.ts';
import type { DriveListener, DriveResult, DriverDeps } from '#engine/drive/types.ts';
import { inProcessExecutor } from '#engine/executors/in-process.ts';
import type { Graph } from '#engine/graph/graph.ts';
import { graphRegistry } from '#engine/graph/registry.ts';
import { SqliteStore } from '#engine/log/sqlite-store.ts';
import { FairScheduler } from '#engine/scheduler/scheduler.ts';
import { fileBlobs } from '#host/blob-store.ts';
import { systemClock } from '#host/clock.ts';
import { digestOf } from './digest.ts';
import { crashGraph, Ledger } from './graph.ts';

const [folder = '.', crash] = process.argv.slice(2);
const [point, nth = '1'] = crash?.split(':') ?? [];
const run = RunId.parse('the-run');

// Straight to the descriptor: a line that is out before the kill is a promise the log must keep.
const say = (line: string): void => void writeSync(1, `${line}\n`);

mkdirSync(join(folder, 'ledger'), { recursive: true });
const graph = crashGraph(new Ledger(join(folder, 'ledger')));
const graphs = graphRegistry([graph as unknown as Graph]);
const store = new SqliteStore({ file: join(folder, 'runs.db') });
const worker: AttemptRunner = async function* (task): AsyncGenerator<AgentEvent> {
  yield { type: 'complete', usage: NO_AGENT_USAGE, result: { type: 'claim', claim: { n: Number(task.prompt) } } };
};
let passed = 0;
const deps: DriverDeps = {
  store,
  blobs: fileBlobs(join(folder, 'blobs')),
  executor: inProcessExecutor({ graphs, clock: systemClock, attemptRunner: worker }),
  scheduler: new FairScheduler({ clock: systemClock }),
  clock: systemClock,
  worker: WorkerId.parse(`pid-${process.pid}`),
  // Anyone who held the run before was this suite's last victim.
  isGone: () => true,
  atPoint: (name) => {
    if (name !== point) return;
    passed += 1;
    if (passed === Number(nth)) {
      say(`killed ${name}`);
      process.kill(process.pid, 'SIGKILL');
    }
  },
};
const listener: DriveListener = {
  onEvents: (events) => {
    for (const event of events) say(`ack ${event.seq} ${digestOf(event)}`);
  },
};

const result = await untilOver();
await store.close();
say(`result ${JSON.stringify(result)}`);

/** A person who pauses the run twice in every process, resumes it, and answers its questions. */
async function untilOver(): Promise<DriveResult> {
  const pauses: Mail[] = [
    { type: 'pause', why: 'lunch' },
    { type: 'resume' },
    { type: 'pause', why: 'still' },
    { type: 'pause', why: 'again' },
  ];
  let letters = pauses;
  for (;;) {
    const ended = await outcome(letters);
    if (ended.status === 'paused') letters = [{ type: 'resume' }, { type: 'resume' }];
    else if (ended.status !== 'waiting') return ended;
    else {
      letters = ended.questions.map(({ act, signal }) => {
        const payload = signal === FAILURE_SIGNAL ? { choice: 'retry' } : 'yes';
        return { type: 'signal', signal, act, payload };
      });
    }
  }
}

/** Starts, resumes, or only reads: whichever the log in the folder asks for. The letters come while it is driven. */
async function outcome(letters: readonly Mail[]): Promise<DriveResult> {
  const header = await store.header(run);
  const send = async (): Promise<void> => {
    for (const letter of letters) await store.postMail(run, letter, 'a person', Date.now());
  };
  if (!header) {
    const handle = await startRun(deps, graph, { run, title: 'to be killed', input: 6, listener });
    await send();
    return handle.done;
  }
  if (header.status === 'running' || header.status === 'paused') {
    await send();
    return (await resumeRun(deps, graphs, run, { listener })).done;
  }
  return resultOf(await stateOf(deps, run), deps.blobs);
}
