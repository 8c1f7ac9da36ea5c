import { describe, expect, it } from 'vitest';
import { gatedPrTools } from '../gated-pr/tools/tools.ts';
import { Calls } from './calls.ts';
import { readyShell, type ShellLimits } from './shell.ts';
import { testShell } from './testing/test-shell.ts';
import { until } from './testing/until.ts';

function setUp(limits: Partial<ShellLimits> = {}) {
  const shell = testShell({ answerMs: 1_000, ...limits });
  const ready = readyShell(shell);
  const calls = new Calls(ready);
  const never = new AbortController().signal;
  const tool = (name: string) => {
    const found = ready.tools.get(name);
    if (found === undefined) throw new Error(`No tool ${name}.`);
    return found;
  };
  const start = (name: string, args: unknown, request = {}) =>
    calls.start(tool(name), args, { signal: never, ...request });
  const check = (ticket: unknown, request = {}) => calls.check({ ticket }, { signal: never, ...request });
  /** Starts a hold and lets it outlast its answer. */
  const longCall = async (key: string) => {
    const answer = start('hold', { key });
    await until(() => shell.notes.includes(`holding ${key}`));
    shell.clock.advance(1_000);
    return String((await answer).structuredContent?.ticket);
  };
  return { shell, calls, start, check, longCall };
}

describe('a call', () => {
  it('answers with structure and text', async () => {
    const { start } = setUp();
    expect(await start('echo', { text: 'a', times: 2 })).toEqual({
      content: [{ type: 'text', text: '{"said":["a","a"]}' }],
      structuredContent: { said: ['a', 'a'] },
    });
  });

  it('says what is wrong with the input, without running', async () => {
    const { start } = setUp();
    const answer = await start('echo', { text: 5 });
    expect(answer).toMatchObject({ isError: true, structuredContent: { code: 'TOOL_INPUT_INVALID' } });
    expect(answer.structuredContent?.message).toContain('text: got 5');
    expect(answer.structuredContent?.next).toContain('Example: {"text":"hello","times":2}');
  });

  it('gives a refusal, a throw and a lie as errors of the tool', async () => {
    const { start } = setUp();
    const refused = await start('misbehave', { how: 'refuse' });
    expect(refused).toEqual({
      content: [{ type: 'text', text: 'RUN_UNKNOWN: No run r1.\nWhat to do: List them.' }],
      structuredContent: { code: 'RUN_UNKNOWN', message: 'No run r1.', next: 'List them.' },
      isError: true,
    });
    const threw = await start('misbehave', { how: 'throw' });
    expect(threw).toMatchObject({ isError: true, structuredContent: { code: 'TOOL_FAILED', message: 'it broke' } });
    const lied = await start('misbehave', { how: 'lie' });
    expect(lied).toMatchObject({ isError: true, structuredContent: { code: 'TOOL_FAILED' } });
    expect(lied.structuredContent?.message).toContain('said');
  });

  it('aborts its tool when its request is cancelled', async () => {
    const { shell, start } = setUp();
    const client = new AbortController();
    const answer = start('hold', { key: 'a' }, { signal: client.signal });
    await until(() => shell.notes.includes('holding a'));
    client.abort();
    expect((await answer).isError).toBe(true);
    expect(shell.notes).toContain('aborted a');
  });

  it('is not started for a request that was cancelled before', async () => {
    const { shell, start } = setUp();
    expect((await start('hold', { key: 'a' }, { signal: AbortSignal.abort() })).isError).toBe(true);
    expect(shell.notes).toEqual([]);
  });

  it('is stopped, with an error, when its tool may not be long', async () => {
    const shell = testShell({ answerMs: 1_000 });
    const [hold] = shell.tools
      .filter((tool) => tool.name === 'hold')
      .map((tool) => ({ ...tool, overrun: 'stop' as const }));
    if (hold === undefined) throw new Error('No hold.');
    const calls = new Calls(readyShell({ ...shell, tools: [hold] }));
    const answer = calls.start(hold, { key: 'a' }, { signal: new AbortController().signal });
    await until(() => shell.notes.includes('holding a'));
    shell.clock.advance(1_000);
    expect((await answer).structuredContent).toMatchObject({
      code: 'TOOL_FAILED',
      message: expect.stringContaining('1 s'),
    });
    expect(shell.notes).toContain('aborted a');
  });
});

describe('a call of the gate that is late', () => {
  it('learns that the call is in progress and which tool to call, even before the project is open', async () => {
    const shell = testShell({ answerMs: 1_000 });
    let asked = 0;
    const tools = gatedPrTools(() => {
      asked += 1;
      return new Promise(() => {});
    });
    const calls = new Calls(readyShell({ ...shell, tools }));
    const [tool] = tools;
    if (tool === undefined) throw new Error('No tool.');
    const answer = calls.start(tool, {}, { signal: new AbortController().signal });
    await until(() => asked > 0);
    shell.clock.advance(1_000);
    const { isError, structuredContent, content } = await answer;
    expect(isError).toBeUndefined();
    expect(structuredContent).toMatchObject({ status: 'RUNNING', refused: false });
    expect(content).toMatchObject([{ text: expect.stringContaining('Call get_task') }]);
  });
});

describe('a long call', () => {
  it('answers running with a ticket, then running again, then its result, once', async () => {
    const { shell, start, check, longCall } = setUp();
    const ticket = await longCall('a');
    const waiting = check(ticket);
    await until(() => shell.clock.pending() > 0);
    shell.clock.advance(1_000);
    const again = await waiting;
    expect(again.structuredContent).toMatchObject({ status: 'running', ticket, progress: 'holding a' });
    expect(again.structuredContent?.next).toContain(`check_call with {"ticket": "${ticket}"}`);
    await start('release', { key: 'a' });
    expect(await check(ticket)).toEqual({
      content: [{ type: 'text', text: 'held a' }],
      structuredContent: { held: 'a' },
    });
    const second = await check(ticket);
    expect(second).toMatchObject({
      isError: true,
      structuredContent: { message: expect.stringContaining('already collected') },
    });
  });

  it('gives its result to a check that waits for it', async () => {
    const { shell, start, check, longCall } = setUp();
    const ticket = await longCall('a');
    const waiting = check(ticket);
    await until(() => shell.clock.pending() > 0);
    await start('release', { key: 'a' });
    expect((await waiting).structuredContent).toEqual({ held: 'a' });
  });

  it('continues when a check is cancelled, and keeps its result', async () => {
    const { shell, start, check, longCall } = setUp();
    const ticket = await longCall('a');
    const client = new AbortController();
    const waiting = check(ticket, { signal: client.signal });
    await until(() => shell.clock.pending() > 0);
    client.abort();
    await waiting;
    expect(shell.notes).not.toContain('aborted a');
    await start('release', { key: 'a' });
    expect((await check(ticket)).structuredContent).toEqual({ held: 'a' });
  });

  it('reports its progress to the waiting request, never to an answered one', async () => {
    const { shell, start, check } = setUp();
    const first: string[] = [];
    const second: string[] = [];
    const answer = start('hold', { key: 'a' }, { progress: (line: string) => first.push(line) });
    await until(() => first.length > 0);
    shell.clock.advance(1_000);
    const ticket = (await answer).structuredContent?.ticket;
    const waiting = check(ticket, { progress: (line: string) => second.push(line) });
    await until(() => shell.clock.pending() > 0);
    await start('release', { key: 'a' });
    await waiting;
    expect(first).toEqual(['holding a']);
    expect(second).toEqual(['releasing a']);
  });

  it('reports no progress while no request waits', async () => {
    const { shell, start } = setUp();
    const heard: string[] = [];
    const answer = start('hold', { key: 'a' }, { progress: (line: string) => heard.push(line) });
    await until(() => heard.length > 0);
    shell.clock.advance(1_000);
    await answer;
    await start('release', { key: 'a' });
    expect(heard).toEqual(['holding a']);
  });

  it('drops the oldest of too many results, and says so', async () => {
    const { start, check, longCall } = setUp({ keptResults: 1 });
    const a = await longCall('a');
    const b = await longCall('b');
    for (const key of ['a', 'b']) await start('release', { key });
    expect((await check(a)).structuredContent?.message).toContain('dropped');
    expect((await check(b)).structuredContent).toEqual({ held: 'b' });
  });

  it('refuses a ticket it never gave, and a missing one', async () => {
    const { check } = setUp();
    expect(await check('call-x')).toMatchObject({ isError: true, structuredContent: { code: 'TOOL_INPUT_INVALID' } });
    expect((await check(undefined)).structuredContent?.message).toContain('ticket: got nothing');
  });
});

describe('closing', () => {
  it('aborts every call, ticketed ones too, and waits for them', async () => {
    const { shell, calls, start, longCall } = setUp();
    await longCall('a');
    const answer = start('hold', { key: 'b' });
    await until(() => shell.notes.includes('holding b'));
    await calls.close();
    expect(shell.notes).toEqual(expect.arrayContaining(['aborted a', 'aborted b']));
    expect((await answer).structuredContent).toMatchObject({ code: 'NODE_ABORTED' });
    expect((await start('hold', { key: 'c' })).isError).toBe(true);
  });

  it('is not missed by a call that begins in the same moment', async () => {
    // Closes after 0, 1, 2 … turns of the microtask queue: one of them falls between the listing and the start.
    for (let turns = 0; turns < 30; turns += 1) {
      const { calls, start } = setUp();
      const answer = start('hold', { key: 'a' });
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      await calls.close();
      expect((await answer).isError).toBe(true);
    }
  });

  it('does not wait forever for a tool that will not stop', async () => {
    const shell = testShell({ closeMs: 5 });
    const deaf = shell.tools
      .filter((tool) => tool.name === 'echo')
      .map((tool) => ({ ...tool, run: () => new Promise<never>(() => {}) }));
    const calls = new Calls(readyShell({ ...shell, tools: deaf }));
    for (const tool of deaf) void calls.start(tool, { text: 'a' }, { signal: new AbortController().signal });
    await until(() => shell.clock.pending() > 0);
    const closing = calls.close();
    shell.clock.advance(5);
    await closing;
    expect(shell.logged).toContain('Tools did not stop when they were aborted.');
  });
});
