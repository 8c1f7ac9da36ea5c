import { describe, expect, it } from 'vitest';
import { BlobHash } from '#contracts/ids.ts';
import { findTree } from '#host/kill-tree.ts';
import { readProcess } from '#host/process-table.ts';
import { checkpointLines } from './table.ts';
import { workplace } from './testing/workplace.ts';

const THREE = `
name: nightly
steps:
  - { id: fetch, run: echo fetch >> log; echo data > data.csv, outputs: [data.csv] }
  - { id: build, run: echo build >> log; test -e fixed && cp data.csv app, after: [fetch], inputs: [data.csv], outputs: [app] }
  - { id: report, run: echo report >> log, after: [build] }
`;

describe('T7 checkpoint: a long job', () => {
  it('AC-007.1 starting a long job creates its checkpoint: a run, durable before the first step, that knows the file', async () => {
    const place = workplace();
    place.steps(THREE);
    place.write('fixed', '');
    const outcome = await place.run();
    expect(outcome).toMatchObject({ status: 'done', exitCode: 0 });
    const { header, job } = outcome.checkpoint;
    expect(job).toMatchObject({ name: 'nightly', file: `${place.folder}/STEPS.yaml`, folder: place.folder });
    expect(job.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(header).toMatchObject({ title: `nightly (${place.folder}/STEPS.yaml)`, graph: { name: 'checkpoint' } });
    const types = (await place.events(header.run)).map(({ type }) => type);
    expect(types[0]).toBe('run.created');
    expect(types.indexOf('run.created')).toBeLessThan(types.indexOf('effect.intended'));
    expect(place.lines('log')).toEqual(['fetch', 'build', 'report']);
  });

  it('AC-007.2 each step that completes is in the checkpoint with its exit code, time and whole output', async () => {
    const place = workplace();
    place.steps('name: out\nsteps:\n  - { id: talk, run: "echo hello; echo oops >&2" }\n');
    const { checkpoint } = await place.run();
    const [talk] = checkpoint.steps;
    expect(talk).toMatchObject({ state: 'done', tries: 1, exitCode: 0, stdout: { bytes: 6 }, stderr: { bytes: 5 } });
    const blob = await place.deps.blobs.get(BlobHash.parse(talk?.stdout.blob));
    expect(Buffer.from(blob).toString()).toBe('hello\n');
    const done = (await place.events(checkpoint.header.run)).filter(({ type }) => type === 'effect.done');
    expect(done).toHaveLength(1);
  });

  it('AC-007.3 an earlier run is found and offered: continue, start fresh, or leave it', async () => {
    const place = workplace();
    place.steps(THREE);
    const first = await place.run();
    expect(first).toMatchObject({ status: 'failed', exitCode: 1 });
    const offered: string[] = [];
    const left = await place.run({
      offer: async (found, plan) => {
        offered.push(found.header.run, plan.mode, ...plan.steps.map(({ id, next }) => `${id} ${next}`));
        return 'leave';
      },
    });
    expect(left.status).toBe('left');
    expect(offered).toEqual([first.checkpoint.header.run, 'resume', 'fetch keep', 'build run', 'report run']);
    expect(place.lines('log')).toEqual(['fetch', 'build']);

    place.write('fixed', '');
    const resumed = await place.run({ offer: async () => 'resume' });
    expect(resumed.status).toBe('done');
    expect(resumed.checkpoint.header.run).toBe(first.checkpoint.header.run);
  });

  it('T7.1 AC-007.4 going on skips the steps that are done and tries again what failed', async () => {
    const place = workplace();
    place.steps(THREE);
    const failed = await place.run();
    expect(place.states(failed)).toEqual({ fetch: 'done', build: 'failed', report: 'waiting' });
    expect(failed.checkpoint.steps[1]).toMatchObject({ exitCode: 1, tries: 1 });
    place.write('fixed', '');
    const done = await place.run();
    expect(place.states(done)).toEqual({ fetch: 'done', build: 'done', report: 'done' });
    expect(place.lines('log')).toEqual(['fetch', 'build', 'build', 'report']);
    expect(done.checkpoint.steps[1]).toMatchObject({ tries: 2, exitCode: 0 });
    expect(place.notes.join('\n')).toContain('build: it did not succeed before (exited with 1)');
  });

  it('runs nothing when all is done, and says so', async () => {
    const place = workplace();
    place.steps(THREE);
    place.write('fixed', '');
    const first = await place.run();
    const second = await place.run();
    expect(second).toMatchObject({ status: 'done', plan: { mode: 'nothing' } });
    expect(second.checkpoint.header.run).toBe(first.checkpoint.header.run);
    expect(place.lines('log')).toHaveLength(3);
    expect(place.notes.join()).toContain('all 3 steps are done');
  });

  it('retries a step as often as it allows in one go, and keeps every exit code', async () => {
    const place = workplace();
    place.steps(
      'name: flaky\nsteps:\n  - { id: flaky, run: echo x >> log; test $(wc -l < log) -ge 3 || exit 7, retries: 2 }\n',
    );
    const outcome = await place.run();
    expect(outcome.checkpoint.steps[0]).toMatchObject({ state: 'done', tries: 3, exitCode: 0 });
    const codes = (await place.events(outcome.checkpoint.header.run)).flatMap(({ type, data }) =>
      type === 'effect.done' && 'inline' in data.result ? [data.result.inline] : [],
    );
    expect(codes).toMatchObject([{ exitCode: 7 }, { exitCode: 7 }, { exitCode: 0 }]);
  });

  it('a failed step stops only the steps after it; with continue_on_failure not even those', async () => {
    const place = workplace();
    place.steps(`
name: branches
steps:
  - { id: bad, run: "echo broken >&2; exit 3" }
  - { id: after_bad, run: echo after_bad >> log, after: [bad] }
  - { id: other, run: echo other >> log }
  - { id: optional, run: exit 4, continue_on_failure: true }
  - { id: after_optional, run: echo after_optional >> log, after: [optional] }
`);
    const outcome = await place.run();
    expect(outcome).toMatchObject({ status: 'failed', exitCode: 1 });
    expect(place.states(outcome)).toEqual({
      bad: 'failed',
      after_bad: 'waiting',
      other: 'done',
      optional: 'failed',
      after_optional: 'done',
    });
    expect(place.lines('log')).toEqual(['other', 'after_optional']);
    const lines = checkpointLines(outcome.checkpoint);
    expect(lines.join('\n')).toMatch(/bad +failed +1 +3 .*exited with 3/);
    expect(lines).toContain('  broken');
  });

  it('T7.3 exit 0 is not believed when a declared output is missing, nor is a step begun without its input', async () => {
    const place = workplace();
    place.steps(`
name: outputs
steps:
  - { id: liar, run: "true", outputs: [app] }
  - { id: hungry, run: echo ran >> log, inputs: [missing.csv] }
`);
    const { checkpoint } = await place.run();
    expect(checkpoint.steps.map(({ state, note }) => [state, note])).toEqual([
      ['failed', 'exited with 0 and did not make app'],
      ['failed', 'input missing.csv does not exist'],
    ]);
    expect(place.has('log')).toBe(false);
  });

  it('a time-out ends the whole process tree of a step, also background processes', async () => {
    const place = workplace();
    place.steps(`
name: slow
steps:
  - { id: slow, run: "sleep 300 & echo $! > pid; (setsid sleep 301 &); sleep 302", timeout: 300ms }
`);
    const outcome = await place.run();
    expect(outcome.checkpoint.steps[0]).toMatchObject({
      state: 'failed',
      note: 'was not done after 300 ms and was ended',
    });
    expect(findTree({ mark: `${outcome.checkpoint.header.run}/slow/1;`, root: null, seen: new Map() })).toEqual([]);
    expect(readProcess(Number(place.lines('pid')[0]))?.running ?? false).toBe(false);
  });

  it('never runs more steps at once than max_parallel, and that many when it can', async () => {
    const place = workplace();
    const step = (n: number) =>
      `  - { id: s${n}, run: 'mkdir run_${n}; ls -d run_* | wc -l >> seen; sleep 0.15; rmdir run_${n}' }\n`;
    place.steps(`name: wide\nmax_parallel: 2\nsteps:\n${[1, 2, 3, 4, 5].map(step).join('')}`);
    expect((await place.run()).status).toBe('done');
    const seen = place.lines('seen').map(Number);
    expect(seen).toHaveLength(5);
    expect(Math.max(...seen)).toBe(2);
  });

  it('without max_parallel runs in the order of the file', async () => {
    const place = workplace();
    const step = (n: number) => `  - { id: s${n}, run: 'echo ${n} >> log' }\n`;
    place.steps(`name: rows\nsteps:\n${[1, 2, 3, 4, 5, 6].map(step).join('')}`);
    await place.run();
    expect(place.lines('log')).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  it('keeps a long output whole as a blob, a short tail in the log, and ends a step that says too much', async () => {
    const place = workplace();
    place.steps(`
name: loud
steps:
  - { id: long, run: "seq 1 50000; exit 5" }
  - { id: endless, run: "yes" }
`);
    const { checkpoint } = await place.run({}, { maxOutputBytes: 1_000_000 });
    const [long, endless] = checkpoint.steps;
    expect(long?.tail.endsWith('49999\n50000')).toBe(true);
    expect(long?.tail.length).toBeLessThan(2_100);
    const whole = Buffer.from(await place.deps.blobs.get(BlobHash.parse(long?.stdout.blob))).toString();
    expect(whole.split('\n')).toHaveLength(50_001);
    expect(endless).toMatchObject({ state: 'failed', note: 'said more than may be kept and was ended' });
    expect(JSON.stringify(await place.events(checkpoint.header.run)).length).toBeLessThan(50_000);
  });

  it('gives a step its variables and the rest of the environment, and keeps secrets out of the log', async () => {
    const place = workplace();
    place.steps(`
name: env
steps:
  - { id: show, run: 'echo "$GREETING $COUNT $PLACE" > out; echo $MY_TOKEN; exit 1', env: { GREETING: hi, COUNT: 3 } }
  - { id: words, run: [sh, -c, 'printf "%s" "$1" > word', x, 'a b  c'] }
`);
    const secret = 'abcdefgh-very-secret';
    const lines: string[] = [];
    const env = { ...place.deps.env, PLACE: 'here', MY_TOKEN: secret };
    const { checkpoint } = await place.run({ listener: { onSay: (_, line) => void lines.push(line) } }, { env });
    expect(place.lines('out')).toEqual(['hi 3 here']);
    expect(place.lines('word')).toEqual(['a b  c']);
    expect(checkpoint.steps[0]?.tail).toBe('[redacted:MY_TOKEN]');
    expect(JSON.stringify(await place.events(checkpoint.header.run))).not.toContain(secret);
    expect(lines.join('\n')).toContain('[redacted:MY_TOKEN]');
    expect(lines.join('\n')).not.toContain(secret);
  });
});
