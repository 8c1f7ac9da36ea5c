import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { POINTS } from '#engine/drive/points.ts';
import { readProcess } from '#host/process-table.ts';
import { runsOf } from './find-checkpoint.ts';
import { type Workplace, workplace } from './testing/workplace.ts';

const driver = fileURLToPath(new URL('./testing/driver.ts', import.meta.url));

interface Life {
  readonly killed: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** One life of the driver; killed with -9 at a point of the engine, or as soon as a file is there. */
function live({ root, folder }: Workplace, kill: { at?: string; whenThere?: string } = {}): Promise<Life> {
  const args = ['--disable-warning=ExperimentalWarning', driver, root, ...(kill.at ? [kill.at] : [])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const { whenThere } = kill;
  const watch = setInterval(() => {
    if (whenThere !== undefined && existsSync(join(folder, whenThere))) child.kill('SIGKILL');
  }, 10);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (_, signal) => {
      clearInterval(watch);
      resolve({ killed: signal === 'SIGKILL', stdout, stderr });
    });
  });
}

const isRunning = (pid: string | undefined): boolean => readProcess(Number(pid))?.running ?? false;

describe('T7 checkpoint: kill -9 in the middle of a job', () => {
  it('T7.1 AC-007.4 resuming skips exactly the done steps, ends left-over processes, and repeats exactly the steps in flight', async () => {
    const place = workplace();
    place.steps(`
name: killed
steps:
  - { id: first, run: echo first >> log, idempotent: true }
  - id: slow
    run: echo $$ > pid; echo begin >> log; touch there; test -e quick || sleep 300; echo end >> log
    after: [first]
    idempotent: true
  - { id: last, run: echo last >> log, after: [slow] }
`);
    expect((await live(place, { whenThere: 'there' })).killed).toBe(true);
    const orphan = place.lines('pid')[0];
    expect(isRunning(orphan)).toBe(true); // a kill of the driver does not reach it
    place.write('quick', '');
    const next = await live(place);
    expect(next).toEqual({ killed: false, stdout: 'done\n', stderr: '' });
    expect(isRunning(orphan)).toBe(false);
    await sleep(20);
    expect(place.lines('log')).toEqual(['first', 'begin', 'begin', 'end', 'last']);
    expect(await runsOf(place.deps.store, `${place.folder}/STEPS.yaml`)).toHaveLength(1);
  });

  it('T7.2 a step in flight that is not idempotent and has no check is a question, every time again', async () => {
    const place = workplace();
    place.steps(`
name: killed
steps:
  - { id: pay, run: "echo pay >> log; touch there; test -e quick || sleep 300" }
  - { id: other, run: echo other >> log }
`);
    await live(place, { whenThere: 'there' });
    const asking = await place.run();
    expect(asking).toMatchObject({ status: 'asks', exitCode: 10 });
    expect(place.states(asking)).toEqual({ pay: 'asks', other: 'done' });
    const question = asking.checkpoint.steps[0]?.question;
    expect(question?.text).toContain('It was running when the job was interrupted.');
    expect(question?.text).toMatch(/Processes of it are still alive \(\d+/);
    expect(question?.choices).toEqual(['again', 'done']);
    expect(place.lines('log')).toEqual(['pay', 'other']);

    // Asked again without an answer, it still does not run.
    expect((await place.run()).status).toBe('asks');
    expect(place.lines('log')).toEqual(['pay', 'other']);

    // "again" runs it; killed once more, the old answer does not count for the new question.
    place.remove('there');
    const { act, run } = await openQuestion(place);
    await place.deps.store.postMail(
      run,
      { type: 'signal', signal: 'run_again', act, payload: 'again' },
      'me',
      Date.now(),
    );
    expect((await live(place, { whenThere: 'there' })).killed).toBe(true);
    expect(place.lines('log')).toEqual(['pay', 'other', 'pay']);
    const second = await place.run();
    expect(second.status).toBe('asks');
    expect(second.checkpoint.steps[0]?.question?.choices).toEqual(['again 2', 'done 2']);
    expect(place.lines('log')).toEqual(['pay', 'other', 'pay']);

    const asked: string[] = [];
    const ask = async ({ step }: { step: string }) => {
      asked.push(step);
      return 'done' as const;
    };
    const done = await place.run({ ask });
    expect(asked).toEqual(['pay']);
    expect(done.status).toBe('done');
    expect(done.checkpoint.steps[0]?.note).toContain('a person says it is done');
    expect(place.lines('log')).toEqual(['pay', 'other', 'pay']);
    expect((await place.run()).plan.mode).toBe('nothing');
  });

  it('"done" is not taken when a declared output is missing', async () => {
    const place = workplace();
    place.steps(
      'name: k\nsteps:\n  - { id: pay, run: "echo pay >> log; touch there; sleep 300", outputs: [receipt] }\n',
    );
    await live(place, { whenThere: 'there' });
    const asking = await place.run({ answers: { pay: 'done' } });
    expect(asking.status).toBe('asks');
    expect(asking.checkpoint.steps[0]?.question?.text).toContain('The answer was "done", and receipt does not exist.');
    place.write('receipt', '');
    expect((await place.run({ answers: { pay: 'done' } })).status).toBe('done');
    expect(place.lines('log')).toEqual(['pay']);
  });

  it('a step in flight with a check is not asked about: the check is', async () => {
    const place = workplace();
    place.steps(`
name: checked
steps:
  - { id: pay, run: "echo pay >> log; touch there; sleep 300", check: test -e log }
  - { id: post, run: "echo post >> posted; touch there; test -e quick || sleep 300", check: test -e sent, after: [pay] }
`);
    await live(place, { whenThere: 'there' });
    place.remove('there');
    expect((await live(place, { whenThere: 'there' })).killed).toBe(true);
    expect(place.lines('log')).toEqual(['pay']);
    place.write('quick', '');
    const done = await place.run();
    expect(done.status).toBe('done');
    expect(done.checkpoint.steps.map(({ note }) => note)).toEqual(['its check says it is done', '']);
    expect(place.lines('posted')).toEqual(['post', 'post']); // its check said no
  });

  it('a step in flight stays in doubt if the file changed meanwhile', async () => {
    const place = workplace();
    const yaml = 'name: k\nsteps:\n  - { id: pay, run: "echo pay >> log; touch there; sleep 300" }\n';
    place.steps(yaml);
    await live(place, { whenThere: 'there' });
    place.steps(yaml.concat('  - { id: extra, run: echo extra >> log }\n'));
    const asking = await place.run();
    expect(asking).toMatchObject({ status: 'asks', plan: { mode: 'continue' } });
    expect(place.lines('log')).toEqual(['pay', 'extra']);
    const done = await place.run({ answers: { pay: 'done' } });
    expect(done.status).toBe('done');
    expect(place.lines('log')).toEqual(['pay', 'extra']);
  });

  it.each([false, true])(
    'killed right after a step was done, it is done, no question asked (file changed: %s)',
    async (changed) => {
      const place = workplace();
      const yaml =
        'name: k\nsteps:\n  - { id: pay, run: echo pay >> log }\n  - { id: post, run: echo post >> log, after: [pay] }\n';
      place.steps(yaml);
      expect((await live(place, { at: 'effect.done:1' })).killed).toBe(true);
      if (changed) place.steps(yaml.replace('echo post', 'echo new post'));
      const done = await place.run();
      expect(done).toMatchObject({ status: 'done', plan: { mode: changed ? 'continue' : 'resume' } });
      expect(done.plan.steps[0]?.next).toBe('keep');
      expect(place.lines('log')).toEqual(['pay', changed ? 'new post' : 'post']);
    },
  );

  it('start fresh ends processes that the killed job left running', async () => {
    const place = workplace();
    place.steps(
      'name: k\nsteps:\n  - { id: a, run: "echo $$ > pid.$(ls | wc -l); touch there; test -e quick || sleep 300" }\n',
    );
    await live(place, { whenThere: 'there' });
    place.write('quick', '');
    const [orphan] = place.lines('pid.1');
    expect(isRunning(orphan)).toBe(true);
    expect((await place.run({ fresh: true })).status).toBe('done');
    expect(isRunning(orphan)).toBe(false);
  });

  it('the third time that a driver dies during a step, a person is asked whether the step is the cause', async () => {
    const place = workplace();
    place.steps(
      'name: k\nsteps:\n  - { id: bomb, run: "touch there; test -e quick || sleep 300", idempotent: true }\n',
    );
    for (let n = 0; n < 3; n += 1) {
      place.remove('there');
      expect((await live(place, { whenThere: 'there' })).killed).toBe(true);
    }
    const asking = await place.run();
    expect(asking).toMatchObject({ status: 'asks', exitCode: 10 });
    expect(asking.checkpoint.steps[0]?.note).toContain('each of the last 3 times its driver died');
    place.write('quick', '');
    expect((await place.run()).status).toBe('done');
  });

  const soak = process.env.ASSAY_SOAK === '1';
  const passings = soak ? [1, 2, 3, 4, 5, 7, 9] : [1, 3];

  it.each(POINTS.flatMap((point) => passings.map((nth) => [point, nth] as const)))(
    'at %s, passing %i: every step has its effect exactly once',
    async (point, nth) => {
      const place = workplace();
      const step = (id: string, after: string) =>
        `  - { id: ${id}, run: 'echo ${id} >> ${id}.done', check: 'test -s ${id}.done', outputs: [${id}.done], after: [${after}] }\n`;
      place.steps(
        `name: p\nmax_parallel: 2\nsteps:\n${step('a', '')}${step('b', '')}${step('c', 'a, b')}${step('d', 'c')}`,
      );
      const first = await live(place, { at: `${point}:${nth}` });
      if (nth === 1) expect(first.killed).toBe(true);
      const outcome = await place.run();
      expect(outcome.status).toBe('done');
      expect(['a', 'b', 'c', 'd'].map((id) => place.lines(`${id}.done`))).toEqual([['a'], ['b'], ['c'], ['d']]);
      expect((await place.run()).plan.mode).toBe('nothing');
    },
  );
});

async function openQuestion({ deps, folder }: Workplace) {
  const [header] = await runsOf(deps.store, `${folder}/STEPS.yaml`);
  if (!header) throw new Error('there is no run');
  for await (const event of deps.store.read(header.run)) {
    if (event.type === 'node.asked') return { act: event.data.act, run: header.run };
  }
  throw new Error('nothing was asked');
}
