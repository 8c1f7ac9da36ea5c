import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AssayError } from '#contracts/errors.ts';
import { WorkerId } from '#contracts/ids.ts';
import { SqliteStore } from '#engine/log/sqlite-store.ts';
import { readProcess } from '#host/process-table.ts';
import { runsOf, withChoices } from './find-checkpoint.ts';
import { workplace } from './testing/workplace.ts';

const CHAIN = `
name: chain
steps:
  - { id: make, run: echo make >> log; sort source.txt > made, inputs: [source.txt], outputs: [made], idempotent: true }
  - { id: use, run: echo use >> log; cp made used, after: [make], inputs: [made], outputs: [used], idempotent: true }
  - { id: gate, run: echo gate >> log; test -e open, after: [use], idempotent: true }
`;

function chain() {
  const place = workplace();
  place.steps(CHAIN);
  place.write('source.txt', 'b\na\n');
  return place;
}

describe('T7 checkpoint: what counts when a job continues', () => {
  it('T7.3 runs a done step again when an input changed, says why, and leaves alone what did not change by it', async () => {
    const place = chain();
    const first = await place.run();
    place.write('source.txt', 'a\nb\n'); // sorts to the same
    place.write('open', '');
    const second = await place.run();
    expect(second).toMatchObject({ status: 'done', plan: { mode: 'continue' } });
    expect(place.lines('log')).toEqual(['make', 'use', 'gate', 'make', 'gate']);
    expect(place.notes).toContain('make: input source.txt changed');
    expect(second.checkpoint.steps[1]?.note).toBe(`kept from run ${first.checkpoint.header.run}`);
  });

  it('T8.7 runs what follows again when the new result differs', async () => {
    const place = chain();
    await place.run();
    place.write('source.txt', 'c\na\n');
    place.write('open', '');
    await place.run();
    expect(place.lines('log')).toEqual(['make', 'use', 'gate', 'make', 'use', 'gate']);
    expect(place.lines('used')).toEqual(['a', 'c']);
  });

  it('runs a done step again when its output is gone', async () => {
    const place = chain();
    place.write('open', '');
    await place.run();
    place.remove('used');
    const again = await place.run();
    expect(again.status).toBe('done');
    expect(place.notes).toContain('use: output used is gone');
    // The gate names no inputs: it may have read what use made.
    expect(place.lines('log')).toEqual(['make', 'use', 'gate', 'use', 'gate']);
    expect(place.notes).toContainEqual(expect.stringMatching(/^gate: use r(uns|an) again/));
    const kept = await place.run();
    expect(kept.plan?.mode ?? 'nothing').toBe('nothing');
  });

  it('the run that was taken over stays listed, ended, and says which run continues', async () => {
    const place = chain();
    const first = await place.run();
    place.write('source.txt', 'new');
    const second = await place.run();
    const [newer, older] = await runsOf(place.deps.store, `${place.folder}/STEPS.yaml`);
    expect(newer?.run).toBe(second.checkpoint.header.run);
    expect(older).toMatchObject({ run: first.checkpoint.header.run, status: 'cancelled' });
    const last = (await place.events(first.checkpoint.header.run)).at(-1);
    expect(JSON.stringify(last?.data)).toContain(`continues in another run (${newer?.run})`);
    expect(second.checkpoint.job.replaces?.run).toBe(older?.run);
  });

  it('a changed file: says which steps changed and which results still count', async () => {
    const place = chain();
    const first = await place.run();
    place.steps(
      CHAIN.replace('echo gate >> log; test -e open', 'echo new gate >> log')
        .replace('id: use, ', 'id: use, timeout: 5m, ')
        .concat('  - { id: extra, run: echo extra >> log, after: [make] }\n'),
    );
    const second = await place.run();
    expect(second.status).toBe('done');
    expect(place.notes[0]).toBe(
      'the steps changed since the last run: use changed (timeout); gate changed (run); extra is new; still counting: make, use',
    );
    expect(place.lines('log').slice(3).sort()).toEqual(['extra', 'new gate']);
    expect(second.checkpoint.header.run).not.toBe(first.checkpoint.header.run);
  });

  it('a result that was taken over and not used yet is taken over again', async () => {
    const place = chain();
    place.write('open', '');
    const first = await place.run();
    place.remove('source.txt'); // now the first step cannot run, and nobody gets as far as the second
    const second = await place.run();
    expect(place.states(second)).toEqual({ make: 'failed', use: 'waiting', gate: 'waiting' });
    place.write('source.txt', 'b\na\n');
    place.steps(`${CHAIN}  - { id: extra, run: echo extra >> log }\n`);
    const third = await place.run();
    expect(third.status).toBe('done');
    expect(third.checkpoint.steps[1]?.note).toBe(`kept from run ${first.checkpoint.header.run}`);
    expect(place.lines('log').filter((line) => line === 'use')).toHaveLength(1);
    expect(place.lines('log').filter((line) => line === 'make')).toHaveLength(2);
  });

  it('a comment, another order of variables or another max_parallel does not count as a change', async () => {
    const place = chain();
    const first = await place.run();
    place.steps(`# a comment\n${CHAIN.replace('name: chain', 'name: chain\nmax_parallel: 3')}`);
    place.write('open', '');
    const second = await place.run();
    expect(second.plan).toMatchObject({ mode: 'resume', changes: { added: [], removed: [], changed: [] } });
    expect(second.checkpoint.header.run).toBe(first.checkpoint.header.run);
  });

  it('T7.2 asks before a done step that is not idempotent runs a second time; "done" lets its result count', async () => {
    const place = workplace();
    const yaml = 'name: once\nsteps:\n  - { id: pay, run: echo pay >> log, inputs: [amount] }\n';
    place.steps(yaml);
    place.write('amount', '1');
    await place.run();
    place.write('amount', '2');
    const asking = await place.run();
    expect(asking).toMatchObject({ status: 'asks', exitCode: 10 });
    expect(asking.checkpoint.steps[0]?.note).toContain('Input amount changed. It is not declared idempotent');
    expect(place.lines('log')).toEqual(['pay']);
    const kept = await place.run({ answers: { pay: 'done' } });
    expect(kept.status).toBe('done');
    expect(place.lines('log')).toEqual(['pay']);
    // A person's word counts as a result: nothing is left to do.
    expect((await place.run()).plan.mode).toBe('nothing');
    place.write('amount', '3');
    expect((await place.run({ answers: { pay: 'again' } })).status).toBe('done');
    expect(place.lines('log')).toEqual(['pay', 'pay']);
  });

  it('T7.5 start fresh archives the last run, deletes nothing, and runs everything', async () => {
    const place = chain();
    const first = await place.run();
    place.write('open', '');
    const fresh = await place.run({ fresh: true });
    expect(fresh.status).toBe('done');
    expect(place.lines('log')).toEqual(['make', 'use', 'gate', 'make', 'use', 'gate']);
    const listed = await runsOf(place.deps.store, `${place.folder}/STEPS.yaml`);
    expect(listed.map(({ status }) => status)).toEqual(['completed', 'cancelled']);
    const old = await place.events(first.checkpoint.header.run);
    expect(old.filter(({ type }) => type === 'effect.done')).toHaveLength(3);
    expect(JSON.stringify(old.at(-1)?.data)).toContain('archived: the job was started fresh');
  });

  it('start fresh says which steps that are not idempotent run a second time', async () => {
    const place = workplace();
    place.steps('name: once\nsteps:\n  - { id: pay, run: echo pay >> log }\n');
    await place.run();
    await place.run({ fresh: true });
    expect(place.notes).toContain('done before, not declared idempotent, and run once more now: pay');
    expect(place.lines('log')).toEqual(['pay', 'pay']);
  });

  it('a check runs first: a step that it calls done is not run', async () => {
    const place = workplace();
    place.steps('name: check\nsteps:\n  - { id: pay, run: echo pay >> log, check: test -e log }\n');
    expect((await place.run()).checkpoint.steps[0]).toMatchObject({ state: 'done', tries: 1, note: '' });
    const fresh = await place.run({ fresh: true });
    expect(fresh.checkpoint.steps[0]).toMatchObject({ state: 'done', tries: 0, note: 'its check says it is done' });
    expect(place.lines('log')).toEqual(['pay']);
  });

  it('a check that cannot run does not count as "no": the step fails instead of running', async () => {
    const place = workplace();
    place.steps('name: check\nsteps:\n  - { id: pay, run: echo pay >> log, check: no-such-program-here }\n');
    const outcome = await place.run();
    expect(outcome.checkpoint.steps[0]?.note).toBe('its check could not tell: it exited with 127');
    expect(place.has('log')).toBe(false);
  });

  it('interrupted cleanly: the process tree is dead, the run open, and the same command continues', async () => {
    const place = workplace();
    place.steps(`
name: stop
steps:
  - { id: first, run: echo first >> log }
  - { id: slow, run: "trap '' TERM; echo $$ > pid; echo slow >> log; until test -e quick; do sleep 0.1; done", after: [first], idempotent: true }
`);
    const stop = new AbortController();
    const stopOnceBegun = (): void => {
      if (place.lines('log').includes('slow')) stop.abort();
      else setTimeout(stopOnceBegun, 20);
    };
    const running = place.run({
      signal: stop.signal,
      listener: {
        onEvents: (events) =>
          events.some((e) => e.type === 'effect.intended' && e.data.act === 'step#2') && stopOnceBegun(),
      },
    });
    const stopped = await running;
    expect(stopped).toMatchObject({ status: 'stopped', exitCode: 3 });
    expect(place.states(stopped)).toEqual({ first: 'done', slow: 'interrupted' });
    expect(readProcess(Number(place.lines('pid')[0]))?.running ?? false).toBe(false);
    place.write('quick', '');
    const done = await place.run();
    expect(done.status).toBe('done');
    expect(done.checkpoint.header.run).toBe(stopped.checkpoint.header.run);
    expect(place.lines('log')).toEqual(['first', 'slow', 'slow']);
  });

  it('a job that another process drives is not driven twice, nor archived under it', async () => {
    const place = chain();
    const first = await place.run();
    const other = WorkerId.parse('another');
    const { run } = first.checkpoint.header;
    const lease = await place.deps.store.lease(run, other, 60_000);
    expect(lease.ok).toBe(true);
    const alive = { isGone: () => false };
    await expect(place.run({}, alive)).rejects.toMatchObject({ code: 'RUN_HELD' });
    await expect(place.run({ fresh: true }, alive)).rejects.toMatchObject({ code: 'RUN_HELD' });
    expect(await runsOf(place.deps.store, `${place.folder}/STEPS.yaml`)).toHaveLength(1);
  });

  it('continues a run that was paused', async () => {
    const place = chain();
    const first = await place.run();
    place.write('open', '');
    await place.deps.store.postMail(first.checkpoint.header.run, { type: 'pause', why: 'lunch' }, 'me', Date.now());
    expect(await place.run()).toMatchObject({ status: 'paused', exitCode: 10 });
    expect(place.lines('log')).toEqual(['make', 'use', 'gate']);
    expect((await place.run()).status).toBe('done');
  });

  it('killed between the start of a run and the end of the one it replaced: the newer one continues, the older is ended', async () => {
    const place = chain();
    const old = (await place.run()).checkpoint.header.run;
    const { store } = place.deps;
    const failing = new Proxy(store, {
      get: (_, name) => {
        if (name === 'append') {
          return (...args: Parameters<typeof store.append>) =>
            args[0].run === old ? Promise.reject(new Error('killed here')) : store.append(...args);
        }
        const member: unknown = Reflect.get(store, name);
        return typeof member === 'function' ? member.bind(store) : member;
      },
    });
    const fresh = await place.run({ fresh: true }, { store: failing });
    expect(place.notes.join()).toContain('could not be marked as archived');
    expect((await store.header(old))?.status).toBe('running');
    place.write('open', '');
    const next = await place.run();
    expect(next).toMatchObject({ status: 'done', plan: { mode: 'resume' } });
    expect(next.checkpoint.header.run).toBe(fresh.checkpoint.header.run);
    expect((await store.header(old))?.status).toBe('cancelled');
  });

  it('a step may have any name, `constructor` too', async () => {
    const place = workplace();
    place.steps('name: odd\nsteps:\n  - { id: constructor, run: echo x >> log, inputs: [constructor] }\n');
    place.write('constructor', '');
    expect((await place.run()).status).toBe('done');
    expect((await place.run()).plan.mode).toBe('nothing');
    expect(place.lines('log')).toEqual(['x']);
  });

  it('T7.4 a damaged database or log: says what can be chosen, and fresh still works where only the log is damaged', async () => {
    const place = chain();
    const first = await place.run();
    const { run } = first.checkpoint.header;
    const file = join(place.root, 'broken.db');
    writeFileSync(file, 'this is no database'.repeat(100));
    let seen: unknown;
    try {
      new SqliteStore({ file });
    } catch (thrown) {
      seen = withChoices(thrown, 'STEPS.yaml');
    }
    expect(seen).toMatchObject({ code: 'STORE_CORRUPT', next: expect.stringContaining('assay doctor --repair') });
    expect(withChoices(new AssayError('RUN_HELD', 'held'), 'x')).toMatchObject({ message: 'held' });

    const { DatabaseSync } = await import('node:sqlite');
    const db = new DatabaseSync(join(place.root, 'runs.db'));
    db.exec("UPDATE appends SET body = replace(body, 'source', 'sauce!')");
    db.close();
    await expect(place.run()).rejects.toMatchObject({
      code: 'LOG_TAMPERED',
      next: expect.stringContaining('--fresh` starts from the beginning'),
    });
    place.write('open', '');
    const fresh = await place.run({ fresh: true });
    expect(fresh.status).toBe('done');
    expect(fresh.checkpoint.job.replaces?.run).toBe(run);
    expect((await runsOf(place.deps.store, `${place.folder}/STEPS.yaml`)).map((one) => one.run)).toContain(run);
  });
});
