import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nativeSubject, WIRES } from '#agents/native/test/native-subject.ts';
import { benchFor, placeOf, taskOf, tempFolder } from '#agents/test/attempting.ts';
import { afterCall, claims, inTurns, played } from '#agents/test/scripts.ts';
import type { AttemptEnv } from '#contracts/agent.ts';
import type { CreateWorkspace } from '#contracts/workspace.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { toolCall } from '#sim/answers.ts';
import { MESSAGE, repositoryWith, storeIn } from '#workspace/testing/test-repository.ts';
import { probedSandbox } from '../sandbox-here.ts';

const lacking = await probedSandbox();
const subject = nativeSubject(WIRES.anthropic);
const done = claims({ done: true });
const DONE = { type: 'claim', claim: { done: true } };
const shell = (command: string) => ({ name: 'shell', input: { command } });

/** A real workspace of a real repository, and the place that an agent gets in it. */
async function openWorkspace(more: Partial<CreateWorkspace> = {}) {
  const repository = repositoryWith({ 'words.txt': 'one\ntwo\n' });
  const sandbox = await createSandbox({ folder: tempFolder(), env: process.env });
  const store = storeIn(tempFolder(), { sandbox });
  const workspace = await store.create({ name: 'one', repository, ...more });
  onTestFinished(() => workspace.close());
  const place = placeOf({
    folder: workspace.path,
    exec: (command, signal) => workspace.exec(command, signal),
  });
  return { repository, workspace, place };
}

/** What a shell line says to the model in this place. */
async function saidBy(line: string, place: AttemptEnv): Promise<string> {
  let said = '';
  const script = afterCall(shell(line), (result) => {
    said = result;
    return done;
  });
  const { attempt } = await benchFor(subject, played(script));
  expect((await attempt(taskOf(), place)).complete.result).toEqual(DONE);
  return said;
}

describe.skipIf(lacking !== null)(
  `C1 the native backend in a workspace${lacking === null ? '' : ` (${lacking})`}`,
  () => {
    it('edits, runs commands in the sandbox on its edits, and does not touch the person’s checkout', async () => {
      const { repository, workspace, place } = await openWorkspace();
      let said = '';
      const edit = { path: 'words.txt', old: 'two', new: 'three' };
      const script = inTurns(
        toolCall('edit', edit),
        toolCall('shell', { command: 'sort words.txt > sorted.txt; cat sorted.txt; pwd' }),
        (request, context) => {
          said = request.messages.at(-1)?.toolResults[0]?.text ?? said;
          return done(request, context);
        },
      );
      const { attempt } = await benchFor(subject, played(script));
      const { complete, of } = await attempt(taskOf(), place);
      expect(of('tool_result').map(({ ok }) => ok)).toEqual([true, true]);
      expect(said).toContain(`one\nthree\n${place.folder}`);
      expect(complete.result).toEqual(DONE);
      await workspace.commit(MESSAGE);
      const changed = (await workspace.diff()).files.map(({ path }) => path);
      expect(changed.sort()).toEqual(['sorted.txt', 'words.txt']);
      expect(existsSync(join(repository, 'sorted.txt'))).toBe(false);
      expect(readFileSync(join(repository, 'words.txt'), 'utf8')).toBe('one\ntwo\n');
    });

    it('its commands reach neither the machine’s files nor its network, as they would without the sandbox', async () => {
      const outside = tempFolder();
      writeFileSync(join(outside, 'secret'), 'gold');
      const visits: string[] = [];
      const server = createServer((socket) => socket.on('data', (data) => visits.push(String(data))).end());
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const line = `cat ${outside}/secret; echo x > ${outside}/written; echo visit > /dev/tcp/127.0.0.1/${port}; echo over`;

      const { place } = await openWorkspace();
      const inside = await saidBy(line, place);
      expect(inside).toContain('over');
      expect(inside).not.toContain('gold');
      expect([existsSync(join(outside, 'written')), visits]).toEqual([false, []]);

      expect(await saidBy(line, placeOf())).toContain('gold');
      expect(existsSync(join(outside, 'written'))).toBe(true);
      await expect.poll(() => visits).toEqual(['visit\n']);
    });

    it('a command that the workspace’s policy refuses does not run, and the model gets the reason', async () => {
      const error = { code: 'COMMAND_REFUSED', message: 'not on a Sunday' };
      const { place } = await openWorkspace({ decide: () => ({ allow: false, error }) });
      expect(await saidBy('echo one > made.txt', place)).toContain('not on a Sunday');
      expect(existsSync(join(place.folder, 'made.txt'))).toBe(false);
    });

    it('C1.9 ends a command and all it started when it is cancelled', async () => {
      const { place } = await openWorkspace();
      const pipe = join(place.folder, 'held');
      execFileSync('mkfifo', [pipe]);
      const line = 'exec 3>held; setsid tail -f /dev/null & tail -f /dev/null';
      const off = new AbortController();
      const { attempt } = await benchFor(subject, played(afterCall(shell(line), () => done)));
      const held = createReadStream(pipe)
        .on('open', () => off.abort())
        .resume();
      const ended = once(held, 'end');
      const { complete } = await attempt(taskOf(), place, { signal: off.signal });
      expect(complete.result).toMatchObject({ type: 'failed', error: { code: 'ATTEMPT_ABORTED' } });
      await ended;
    });
  },
);
