import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openShellParser } from '#code/shell-tree.ts';
import type { Action, AskPerson, PermissionQuestion, PermissionRequest, PersonAnswer } from '#contracts/permission.ts';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { fileGrants } from './grants-file.ts';
import { type PermitOptions, permitFor } from './permit.ts';

const parser = await openShellParser();
afterAll(() => parser.close());

interface Person {
  readonly asked: PermissionQuestion[];
  readonly ask: AskPerson;
}

/** Gives these answers, one after the other; the last one again and again. */
function person(...answers: PersonAnswer[]): Person {
  const asked: PermissionQuestion[] = [];
  const ask: AskPerson = async (question) => {
    asked.push(question);
    await new Promise((resolve) => setImmediate(resolve));
    return answers[Math.min(asked.length, answers.length) - 1] ?? { answer: 'deny', scope: 'once' };
  };
  return { asked, ask };
}

async function setUp(more: Partial<PermitOptions> = {}): Promise<PermitOptions & { file: string }> {
  const folder = await tempFolder();
  const project = join(folder, 'app');
  await mkdir(project);
  const file = join(folder, 'grants.json');
  const holders = { attempt: 'a1', session: 's1', project: 'p1' };
  return { mode: 'ask', rules: [], grants: fileGrants(file), holders, project, parser, now: () => 7, file, ...more };
}

const request = (action: Action, id = '1'): PermissionRequest => ({ id, tool: 'edit', action });
const write = (path: string) => request({ type: 'write', paths: [path] });
const live = () => new AbortController().signal;

describe('C8 permit', () => {
  it('asks, remembers by scope, and shows what would be remembered', async () => {
    for (const scope of ['once', 'attempt', 'session', 'project'] as const) {
      const { asked, ask: askPerson } = person({ answer: 'allow', scope });
      const options = await setUp({ askPerson });
      const permit = permitFor(options);
      expect(await permit(write('a.ts'), live())).toEqual({ type: 'allow', by: 'person' });
      expect(asked[0]?.remember).toEqual([{ effect: 'allow', tool: 'edit', path: '/a.ts' }]);
      const again = await permit(write('a.ts'), live());
      expect(again, scope).toEqual({ type: 'allow', by: scope === 'once' ? 'person' : 'grant' });
      expect((await permit(write('b.ts'), live())).type).toBe('allow');
      expect(asked.length, scope).toBe(scope === 'once' ? 3 : 2);

      const other = permitFor({ ...options, holders: { ...options.holders, attempt: 'a2', session: 's2' } });
      await other(write('a.ts'), live());
      expect(asked.length, scope).toBe(scope === 'once' ? 4 : scope === 'project' ? 2 : 3);
      expect((await options.grants.list()).length).toBe({ once: 0, attempt: 0, session: 3, project: 2 }[scope]);
    }
  });

  it('C8.3 after an answer is revoked, the question comes again', async () => {
    const { asked, ask: askPerson } = person({ answer: 'allow', scope: 'project' });
    const options = await setUp({ askPerson });
    const permit = permitFor(options);
    await permit(write('a.ts'), live());
    const [grant] = await options.grants.list('p1');
    expect(await options.grants.revoke(grant?.id ?? '')).toBe(true);
    expect(await options.grants.revoke(grant?.id ?? '')).toBe(false);
    await permit(write('a.ts'), live());
    expect(asked.length).toBe(2);
  });

  it('C8.4 a denial says what was denied, why, and what is still allowed', async () => {
    const { ask: askPerson } = person({ answer: 'deny', scope: 'once', why: 'not that file' });
    const permit = permitFor(await setUp({ askPerson }));
    const answer = await permit(write('a.ts'), live());
    expect(answer).toMatchObject({ type: 'deny', by: 'person', error: { code: 'PERMISSION_DENIED' } });
    expect(JSON.stringify(answer)).toContain('not that file');
    const ruled = await permit(request({ type: 'command', line: 'git push', cwd: '/' }), live());
    expect(ruled).toMatchObject({
      type: 'deny',
      by: 'rule',
      error: { code: 'COMMAND_REFUSED', next: expect.stringContaining('Commit') },
    });
  });

  it('asks once for the same request made many times at once', async () => {
    const { asked, ask: askPerson } = person({ answer: 'allow', scope: 'once' });
    const permit = permitFor(await setUp({ askPerson }));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => permit({ ...write('a.ts'), id: `${at}` }, live())),
    );
    expect(answers.every(({ type }) => type === 'allow')).toBe(true);
    expect(asked.length).toBe(1);
  });

  it('the answer to one question settles those that wait behind it', async () => {
    const { asked, ask: askPerson } = person({ answer: 'allow', scope: 'session' });
    const permit = permitFor(await setUp({ askPerson }));
    const commit = (message: string) => request({ type: 'command', line: `git commit -m ${message}`, cwd: '/' });
    const answers = await Promise.all(['a', 'b', 'c'].map((message) => permit(commit(message), live())));
    // Which of them comes first is up to the disk.
    expect(answers.map((answer) => answer.by).toSorted()).toEqual(['grant', 'grant', 'person']);
    expect(answers.every(({ type }) => type === 'allow')).toBe(true);
    expect(asked.length).toBe(1);
  });

  it('an abort is a no at once, and calls the question off when no one waits any longer', async () => {
    const calledOff = Promise.withResolvers<boolean>();
    const asked = Promise.withResolvers<void>();
    const askPerson: AskPerson = (_, signal) => {
      asked.resolve();
      return new Promise(() => signal.addEventListener('abort', () => calledOff.resolve(signal.aborted)));
    };
    const permit = permitFor(await setUp({ askPerson }));
    const [one, two] = [new AbortController(), new AbortController()];
    const first = permit(write('a.ts'), one.signal);
    const second = permit(write('a.ts'), two.signal);
    await asked.promise;
    one.abort();
    expect(await first).toMatchObject({ type: 'deny' });
    two.abort();
    expect(await second).toMatchObject({ type: 'deny' });
    expect(await calledOff.promise).toBe(true);
    expect(await permit(write('b.ts'), AbortSignal.abort())).toMatchObject({ type: 'deny' });
  });

  it('after a cancelled question, the next request asks again', async () => {
    const asked: AbortSignal[] = [];
    const waiting = Promise.withResolvers<void>();
    const askPerson: AskPerson = (_, signal) => {
      asked.push(signal);
      waiting.resolve();
      // The first is never answered, and does not listen.
      return asked.length === 1 ? new Promise(() => undefined) : Promise.resolve({ answer: 'allow', scope: 'once' });
    };
    const permit = permitFor(await setUp({ askPerson }));
    const one = new AbortController();
    const first = permit(write('a.ts'), one.signal);
    await waiting.promise;
    one.abort();
    expect((await first).type).toBe('deny');
    expect((await permit(write('a.ts'), live())).type).toBe('allow');
    expect((await permit(write('b.ts'), live())).type).toBe('allow');
    expect(asked.length).toBe(3);
  });

  it('never throws: no way to ask, an unreadable file, no person there', async () => {
    const failing = permitFor(await setUp({ askPerson: () => Promise.reject(new Error('the terminal is gone')) }));
    expect(await failing(write('a.ts'), live())).toMatchObject({
      type: 'deny',
      error: { message: 'the terminal is gone' },
    });
    const nobody = permitFor(await setUp());
    expect(JSON.stringify(await nobody(write('a.ts'), live()))).toContain('no person can be asked here');

    const options = await setUp({ mode: 'execute', askPerson: person({ answer: 'allow', scope: 'project' }).ask });
    await writeFile(options.file, '{"version":1,"grants":[{"id":1}]}');
    const answer = await permitFor(options)(write('a.ts'), live());
    expect(answer).toMatchObject({ type: 'deny', error: { code: 'CONFIG_INVALID' } });
  });

  it('a link is judged by its target, also when the project itself is behind a link', async () => {
    const options = await setUp({ mode: 'execute' });
    const { project } = options;
    await mkdir(join(project, '..', 'outside'));
    await symlink('../outside', join(project, 'link'));
    await symlink('app', join(project, '..', 'alias'));
    const permit = permitFor(options);
    expect((await permit(write('link/new/file'), live())).type).toBe('deny');
    expect((await permit(write('real/file'), live())).type).toBe('allow');
    const aliased = permitFor({ ...options, project: join(project, '..', 'alias') });
    expect((await aliased(write(join(project, '..', 'alias', 'x')), live())).type).toBe('allow');
    expect((await aliased(write('link/x'), live())).type).toBe('deny');
  });
});

describe('C8 grants file', () => {
  it('loses no edit of several writers', async () => {
    const { file } = await setUp();
    const grant = (id: string) => ({
      id,
      rule: { effect: 'allow' as const, tool: 't' },
      scope: 'project' as const,
      holder: 'p',
      at: 0,
    });
    await Promise.all(Array.from({ length: 12 }, (_, at) => fileGrants(file).add([grant(`${at}`)])));
    expect((await fileGrants(file).list()).length).toBe(12);
    expect(await fileGrants(file).list('q')).toEqual([]);
  });
});
