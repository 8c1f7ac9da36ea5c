import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { text, toolCall } from '#sim/answers.ts';
import type { SimRequest } from '#sim/types.ts';
import { jsonLines, MODEL, openChatRig, until } from './talk.ts';

const conversation = (request: SimRequest): string =>
  request.messages.map(({ role, text: said }) => `${role}: ${said}`).join(' | ');

describe('C1 assay chat', () => {
  it('keeps two messages and their answers in one run', async () => {
    const rig = await openChatRig((request) => text(conversation(request)));
    const { code, out, err } = await rig.assay(['chat', ...MODEL], 'my name is Ada\nwho am I?\n');
    expect(code).toBe(0);
    expect(out).toContain('user: my name is Ada | assistant: user: my name is Ada | user: who am I?');
    expect(err).toMatch(/continue: assay chat --resume r\w+/);
    const { runs } = JSON.parse((await rig.assay(['runs', 'list', '--conversations', '--json'])).out);
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({ title: 'my name is Ada' });
  });

  it('answers messages that are written while it works, one after the other', async () => {
    const rig = await openChatRig((request) => ({
      ...text(`re: ${request.lastUserText}`),
      latency: { firstTokenMs: 100 },
    }));
    const lines = jsonLines((await rig.assay(['chat', ...MODEL, '--json'], 'one\ntwo\nthree\n/exit\nfour\n')).out);
    const results = lines.filter(({ type }) => type === 'result');
    expect(results.map((line) => line.text)).toEqual(['re: one', 're: two', 're: three']);
    expect(new Set(results.map(({ run }) => run)).size).toBe(1);
  });

  it('continues after a failed turn, and a script learns of the last', async () => {
    let calls = 0;
    const rig = await openChatRig(() => {
      calls += 1;
      return calls === 1 ? { fault: { kind: 'status', status: 400, message: 'no' } } : text('fine');
    });
    const good = await rig.assay(['chat', ...MODEL], 'one\ntwo\n');
    expect(good).toMatchObject({ code: 0, out: 'fine\n' });
    expect(good.err).toContain('error MODEL_REQUEST_INVALID');
    calls = 0;
    const bad = await rig.assay(['chat', ...MODEL], 'one\n');
    expect(bad.code).toBe(1);
  });

  it('C1.6 continues after a kill in the middle of a turn: the message is answered once, with the earlier conversation', async () => {
    let isSlow = true;
    const rig = await openChatRig((request) => {
      if (request.lastUserText.includes('two') && isSlow)
        return { ...text('never'), latency: { firstTokenMs: 600_000 } };
      return text(conversation(request));
    });
    await rig.assay(['ask', ...MODEL, 'one']);
    const [run = ''] = readdirSync(join(rig.home, 'transcripts'));
    const victim = rig.start(['ask', '--run', 'last', 'two']);
    // In the middle: the model was called, and the work so far is recorded.
    await until(
      () => rig.sim.requests.length === 2 && existsSync(join(rig.home, 'transcripts', run, 'turn#2-1.jsonl')),
    );
    victim.child.kill('SIGKILL');
    expect((await victim.ended).signal).toBe('SIGKILL');
    isSlow = false;
    const { code, out, err } = await rig.assay(['chat', '--resume', 'last']);
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining('› two  (continues)') });
    expect(out).toContain('user: one | assistant: user: one | user: [This message was being answered when');
    expect(readdirSync(join(rig.home, 'transcripts', run)).sort()).toEqual([
      'turn#1-1.jsonl',
      'turn#2-1.jsonl',
      'turn#2-2.jsonl',
    ]);
    // Nothing is left to be answered.
    const again = await rig.assay(['chat', '--resume', 'last', '--json']);
    expect(again).toMatchObject({ code: 0, out: '' });
  });

  it('Ctrl-C stops the answer and not the conversation', async () => {
    const rig = await openChatRig((request) =>
      request.lastUserText === 'slow'
        ? { ...text('never'), latency: { firstTokenMs: 600_000 } }
        : text(conversation(request)),
    );
    const asked = rig.start(['ask', ...MODEL, 'slow']);
    await until(() => rig.sim.requests.length === 1);
    asked.child.kill('SIGINT');
    const { code, err } = await asked.ended;
    expect(code).toBe(130);
    expect(err).toContain('stopped');
    const { out } = await rig.assay(['ask', '--run', 'last', 'go on']);
    expect(out).toContain('go on');
    expect(rig.sim.requests.filter(({ request }) => request.lastUserText === 'slow')).toHaveLength(1);
  });

  it('a second Ctrl-C leaves; the turn is answered when someone continues', async () => {
    let isSlow = true;
    // It is not told that its caller left: the tool continues in its sandbox.
    const rig = await openChatRig((request) => {
      if (request.messages.at(-1)?.toolResults.length) return text('done');
      return isSlow ? { ...text('never'), latency: { firstTokenMs: 600_000 } } : text('at last');
    });
    const asked = rig.start(['ask', ...MODEL, 'x']);
    await until(() => rig.sim.requests.length === 1);
    asked.child.kill('SIGTERM');
    expect((await asked.ended).code).toBe(143);
    isSlow = false;
    expect((await rig.assay(['chat', '--resume', 'last'])).out).toContain('at last');
  });

  it('C8 at a terminal asks, and remembers a yes for the session until it is revoked', async () => {
    const rig = await openChatRig(
      (request) => {
        const result = request.messages.at(-1)?.toolResults.at(-1);
        return result
          ? text(`tool said ${/denied/.test(result.text) ? 'no' : 'yes'}`)
          : toolCall('write', { path: 'a.txt', text: request.lastUserText });
      },
      { 'a.txt': 'before' },
    );
    const typed = (lines: string[], args: string[]) => typeInto(rig, lines, args);
    const first = await typed(['s'], ['ask', ...MODEL, '--mode', 'ask', 'first']);
    expect(first).toMatch(/\? write write a\.txt[\s\S]*Allow\? \[y once \/ s session \/ p project/);
    expect(first).toContain('tool said yes');
    expect(readFileSync(join(rig.project, 'a.txt'), 'utf8')).toBe('first');

    const { grants } = JSON.parse((await rig.assay(['permissions', 'list', '--json'])).out);
    expect(grants).toMatchObject([{ scope: 'session', rule: { effect: 'allow', tool: 'write', path: '/a.txt' } }]);
    const second = await typed([], ['ask', '--run', 'last', 'second']);
    expect(second).not.toContain('Allow?');
    expect(readFileSync(join(rig.project, 'a.txt'), 'utf8')).toBe('second');

    const other = await typed(['n not now'], ['ask', ...MODEL, '--mode', 'ask', 'third']);
    expect(other).toContain('tool said no');
    expect(rig.sim.requests.at(-1)?.request.messages.at(-1)?.toolResults[0]?.text).toContain('not now');

    const revoked = await rig.assay(['permissions', 'revoke', grants[0].id.slice(0, 8)]);
    expect(revoked).toMatchObject({ code: 0, out: expect.stringContaining('forgotten') });
    expect((await rig.assay(['permissions'])).out).toContain('Nothing is remembered');
    expect(await rig.assay(['permissions', 'revoke', 'zzz'])).toMatchObject({ code: 2 });
  });
});

/** The program at a terminal of its own, made by `script`; lines are typed when it asks. */
async function typeInto(
  rig: Awaited<ReturnType<typeof openChatRig>>,
  lines: readonly string[],
  args: readonly string[],
): Promise<string> {
  const { spawn } = await import('node:child_process');
  const bin = join(import.meta.dirname, '../../bin/assay');
  const file = join(rig.home, '..', 'typed.sh');
  writeFileSync(file, `exec ${[bin, ...args].map((word) => `'${word}'`).join(' ')}\n`);
  const child = spawn('script', ['-qec', `sh ${file}`, '/dev/null'], {
    cwd: rig.project,
    env: rig.env,
  });
  let said = '';
  let asked = 0;
  const left = [...lines];
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
    const count = said.split('Allow?').length - 1;
    if (count > asked) {
      asked = count;
      const line = left.shift();
      if (line === undefined) child.kill('SIGKILL');
      else child.stdin.write(`${line}\r`);
    }
  });
  await new Promise((resolve) => child.on('close', resolve));
  expect(existsSync(file)).toBe(true);
  return said;
}
