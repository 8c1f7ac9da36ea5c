import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentTask } from '#contracts/agent.ts';
import type { Answering } from '#sim/types.ts';
import { attemptOf, benchFor, placeOf, taskOf, tempFolder } from '../test/attempting.ts';
import { claims, MARK, played } from '../test/scripts.ts';
import { nativeBackend } from './backend.ts';
import { modelAt, nativeSubject, WIRES } from './test/native-subject.ts';

const subject = nativeSubject(WIRES.anthropic);
const done = claims({ done: true });
const DONE = { type: 'claim', claim: { done: true } };
const open = (answer: Answering) => benchFor(subject, played(answer));

describe('C1.3 native: resume is checked before it is used', () => {
  const again = async (change: (file: string, token: string) => Partial<AgentTask>) => {
    const bench = await open(done);
    const transcripts = tempFolder();
    const model = modelAt(WIRES.anthropic, bench.sim.url);
    const backend = nativeBackend({ model: () => model, simulated: true, transcripts });
    const first = await attemptOf(backend, taskOf({ prompt: `${MARK} heron` }), placeOf(), {});
    const resume = first.complete.resume ?? '';
    const changed = change(join(transcripts, `${resume}.json`), resume);
    const task = taskOf({ resume, history: 'Earlier: stork.', ...changed });
    const { complete, of } = await attemptOf(backend, task, placeOf(), {});
    expect(complete.result).toEqual(DONE);
    const heard = JSON.stringify(bench.sim.requests.at(-1)?.request.messages);
    return {
      went: heard.includes('heron'),
      told: heard.includes('stork'),
      said: of('status')
        .map(({ message }) => message)
        .join(' '),
    };
  };

  it('and continues when all is well', async () => {
    expect(await again(() => ({}))).toMatchObject({
      went: true,
      told: false,
      said: expect.stringContaining('continues an earlier conversation'),
    });
  });

  it.each([
    ['another agent’s', () => ({ agent: 'reviewer' }), /conversation of builder/],
    ['half a file', (file: string) => half(file), /cannot be read/],
    [
      'another shape',
      (file: string) => put(file, '{"v":1,"agent":"builder","messages":[{"role":"x"}]}'),
      /cannot be read/,
    ],
    ['nothing said', (file: string) => put(file, '{"v":1,"agent":"builder","messages":[]}'), /nothing was said/],
    ['a way out', () => ({ resume: '../../etc/passwd' }), /not a conversation of the native/],
    [
      'a call without a result',
      (file: string) =>
        put(
          file,
          '{"v":1,"agent":"builder","messages":[{"role":"assistant","parts":[{"type":"tool-call","id":"c","name":"n","input":{}}]}]}',
        ),
      /has no result/,
    ],
  ])('and starts over with %s', async (_, change, why) => {
    expect(await again(change)).toMatchObject({ went: false, told: true, said: expect.stringMatching(why) });
  });
});

const put = (file: string, content: string): Partial<AgentTask> => {
  writeFileSync(file, content);
  return {};
};
const half = (file: string): Partial<AgentTask> => put(file, readFileSync(file, 'utf8').slice(0, 40));
