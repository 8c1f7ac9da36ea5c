import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type AgentCompletion, AgentEvent, type AgentPlace, type AgentTask } from '#contracts/agent.ts';
import type { Permit } from '#contracts/permission.ts';
import { defineTool } from '#contracts/tool.ts';
import { runProcess } from '#host/run-process.ts';
import { outsideSeat } from '../../../test/clients/outside.ts';
import { type AcpBackendOptions, acpBackend } from './acp-backend.ts';

const AGENT = fileURLToPath(new URL('./testing/scripted-agent.ts', import.meta.url));
const CLAIM = { type: 'object', properties: { done: { type: 'boolean' } }, required: ['done'] };
const allow: Permit = async () => ({ type: 'allow', by: 'mode' });
const denying =
  (type: string): Permit =>
  async ({ action }) =>
    action.type === type
      ? { type: 'deny', by: 'rule', error: { code: 'PERMISSION_DENIED', message: 'the vault is closed', next: 'Ask.' } }
      : { type: 'allow', by: 'mode' };

interface More {
  readonly task?: Partial<AgentTask>;
  readonly place?: Partial<AgentPlace>;
  readonly home?: string | null;
  readonly signal?: AbortSignal;
  readonly extra?: Record<string, string>;
  readonly options?: Partial<AcpBackendOptions>;
  readonly see?: (event: AgentEvent) => void;
}

async function play(lines: readonly string[], more: More = {}) {
  const { folder = temp(), home = temp() } = { ...more.place, ...(more.home === undefined ? {} : { home: more.home }) };
  const backend = acpBackend({
    command: [process.execPath, '--disable-warning=ExperimentalWarning', AGENT],
    openSeat: outsideSeat(home, { ...(home === null ? {} : { HOME: home }), ...more.extra }),
    ...more.options,
  });
  const task: AgentTask = {
    id: 'r/a#1/1',
    agent: 'a',
    system: '',
    prompt: lines.join('\n'),
    claim: null,
    limits: {},
    ...more.task,
  };
  const exec: AgentPlace['exec'] = async ({ program, args = [] }, signal) =>
    runProcess({ program, args, cwd: folder, env: { PATH: '/usr/bin:/bin' }, signal, graceMs: 0 });
  const place: AgentPlace = { folder, tools: [], permit: allow, exec, ...more.place };
  const events: AgentEvent[] = [];
  for await (const event of backend.attempt(task, place, more.signal ?? new AbortController().signal)) {
    events.push(AgentEvent.parse(event));
    more.see?.(event);
  }
  const last = events.at(-1);
  if (last?.type !== 'complete') throw new Error(`it ended with ${last?.type}`);
  return {
    events,
    complete: last,
    folder,
    of: (type: AgentEvent['type']) => events.filter((each) => each.type === type),
  };
}

function temp(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-acp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const textOf = ({ result }: AgentCompletion): string => (result.type === 'text' ? result.text : JSON.stringify(result));

describe('C1 an ACP agent', () => {
  it('streams its words and thoughts, and ends with its text', async () => {
    const { events, complete, of } = await play(['think Hm.', 'say It is blue, and it stays blue.']);
    expect(complete.result).toEqual({ type: 'text', text: 'It is blue, and it stays blue.' });
    expect(of('text_delta').length).toBeGreaterThan(1);
    expect(of('thinking_delta')).toMatchObject([{ text: 'Hm.' }]);
    expect(events.filter(({ type }) => type === 'complete')).toHaveLength(1);
    expect(of('text_complete')).toMatchObject([{ final: true, text: 'It is blue, and it stays blue.' }]);
  });

  it('claims, is told what does not fit, and may mend it once', async () => {
    const right = '{"claim":{"done":true},"blocker":null}';
    const wrong = '{"claim":{"done":"very"},"blocker":null}';
    const task = { claim: CLAIM };
    const first = await play([`claim ${right}`], { task });
    expect(first.complete.result).toEqual({ type: 'claim', claim: { done: true } });
    const mended = await play([`mend ${right}`, `claim ${wrong}`], { task });
    expect(mended.complete.result).toEqual({ type: 'claim', claim: { done: true } });
    expect(mended.of('error')).toMatchObject([{ error: { code: 'CLAIM_INVALID' } }]);
    const never = await play([`mend ${wrong}`, `claim ${wrong}`], { task });
    expect(never.complete.result).toMatchObject({ type: 'failed', retry: true, error: { code: 'CLAIM_INVALID' } });
    const blocked = await play(['claim {"claim":null,"blocker":"no database"}'], { task });
    expect(blocked.complete.result).toEqual({ type: 'blocker', blocker: 'no database' });
  });

  it('tells what it costs where it says so, and else that nobody knows', async () => {
    const usage = '{"inputTokens":10,"outputTokens":4,"cachedReadTokens":3,"cachedWriteTokens":2,"totalTokens":19}';
    const told = await play([`usage ${usage}`, 'cost 0.25', 'say hi']);
    expect(told.complete.usage).toEqual({ input: 10, output: 4, cacheRead: 3, cacheWrite: 2, usd: 0.25, turns: 1 });
    const silent = await play(['say hi']);
    expect(silent.complete.usage).toMatchObject({ input: 0, usd: null });
    const priced = await play([`usage ${usage}`, 'say hi'], { options: { priceOf: ({ input }) => input / 100 } });
    expect(priced.complete.usage.usd).toBe(0.1);
  });

  it('refuses a budget in money that nobody can count', async () => {
    const { complete } = await play(['say hi'], { task: { limits: { usd: 1 } } });
    expect(complete.result).toMatchObject({ type: 'failed', error: { code: 'PRICE_UNKNOWN' } });
  });

  it('goes on with a session, cost by difference; begins anew and says so where there is none', async () => {
    const home = temp();
    const first = await play(['say remember heron', 'cost 0.25'], { home });
    const { resume } = first.complete;
    const again = await play(['recall', 'cost 0.75'], { home, task: { resume } });
    expect(textOf(again.complete)).toContain('remember heron');
    expect(again.complete.usage.usd).toBe(0.5);
    // What was said before is not told again.
    expect(again.of('text_complete')).toHaveLength(1);
    for (const token of [
      'no-such-token',
      resume?.replace(/s-\d+-\d+/, 's-0-0'),
      resume?.replace('acp:', 'acp:other '),
    ]) {
      const anew = await play(['recall', 'say hello'], { home, task: { resume: token } });
      expect(textOf(anew.complete)).toBe('hello');
      expect(anew.of('status')).toContainEqual(expect.objectContaining({ message: expect.stringMatching(/anew/) }));
    }
  });

  it('offers the tools that are passed in, and asks for each use', async () => {
    const noted: string[] = [];
    const note = noteTool((words) => noted.push(words));
    const used = await play(['tool note {"words":"hi"}', 'tool note {"words":7}'], { place: { tools: [note] } });
    expect(noted).toEqual(['hi']);
    expect(used.of('tool_start')).toMatchObject([{ tool: 'note', input: { words: 'hi' } }, { tool: 'note' }]);
    expect(used.of('tool_result')).toMatchObject([{ ok: true }, { ok: false }]);
    expect(used.of('permission_request')).toMatchObject([{ request: { tool: 'note', action: { type: 'tool' } } }]);
    const denied = await play(['tool note {"words":"no"}'], { place: { tools: [note], permit: denying('tool') } });
    expect(noted).toEqual(['hi']);
    expect(textOf(denied.complete)).toContain('the vault is closed');
  });

  it('says that an agent without HTTP cannot be given tools', async () => {
    const note = noteTool(() => undefined);
    const { complete } = await play(['say hi'], { place: { tools: [note] }, extra: { NO_HTTP: '1' } });
    expect(complete.result).toMatchObject({ type: 'failed', error: { code: 'CONFIG_INVALID' } });
  });
});

describe('C8 permissions of an ACP agent', () => {
  it('asks our policy, and picks the option that says the same', async () => {
    const line = 'ask execute {"command":"echo one > two"}';
    const allowed = await play([line]);
    expect(allowed.of('permission_request')).toMatchObject([
      { request: { id: 'call-1', action: { type: 'command', line: 'echo one > two' } } },
    ]);
    expect(allowed.of('tool_result')).toMatchObject([{ id: 'call-1', ok: true, text: 'did it' }]);
    const denied = await play([line], { place: { permit: denying('command') } });
    expect(denied.of('tool_result')).toMatchObject([{ ok: false }]);
    expect(denied.of('permission_answer')).toMatchObject([{ id: 'call-1', answer: { type: 'deny' } }]);
  });

  it('does not believe a kind that hides a command', async () => {
    const { of } = await play(['ask read {"command":"rm -rf ."}']);
    expect(of('permission_request')).toMatchObject([{ request: { action: { type: 'command', line: 'rm -rf .' } } }]);
  });

  it('reads and writes for it only inside of the folder, whatever links say, and asked', async () => {
    const outside = temp();
    const folder = temp();
    writeFileSync(join(outside, 'secret'), 'gold');
    writeFileSync(join(folder, 'in.txt'), 'a\nb\nc');
    symlinkSync(join(outside, 'secret'), join(folder, 'link'));
    mkdirSync(join(folder, '.git'));
    const lines = [
      `read ${join(folder, 'in.txt')}`,
      `read ${join(outside, 'secret')}`,
      `read ${join(folder, 'link')}`,
      `read ${join(folder, '../', outside.split('/').at(-1) ?? '', 'secret')}`,
      `write ${join(folder, 'out.txt')} written`,
      `write ${join(folder, 'link')} stolen`,
      `write ${join(folder, '.git/hooks/post-commit')} evil`,
    ];
    const { complete, of } = await play(lines, { place: { folder } });
    expect(textOf(complete)).toContain('a\\nb\\nc');
    expect(textOf(complete)).not.toContain('gold');
    expect(readFileSync(join(folder, 'out.txt'), 'utf8')).toBe('written');
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('gold');
    expect(readdirSync(join(folder, '.git'))).toEqual([]);
    expect(of('permission_request')).toHaveLength(2);
    const denied = await play([`write ${join(folder, 'no.txt')} x`], { place: { folder, permit: denying('write') } });
    expect([existsSync(join(folder, 'no.txt')), textOf(denied.complete)]).toEqual([
      false,
      expect.stringContaining('the vault is closed'),
    ]);
  });

  it('runs its commands where the place says, asked, and not where it gives no way', async () => {
    const { complete, of } = await play(['run echo $((6*7))']);
    expect(textOf(complete)).toContain('42');
    expect(of('permission_request')).toMatchObject([
      { request: { action: { type: 'command', line: 'echo $((6*7))' } } },
    ]);
    const denied = await play(['run echo $((6*7))'], { place: { permit: denying('command') } });
    expect(textOf(denied.complete)).not.toContain('42');
  });
});

describe('C1 an ACP agent in trouble', () => {
  it('is asked to stop when it is called off, and is gone after', async () => {
    const off = new AbortController();
    const home = temp();
    const see = ({ type }: AgentEvent): void => {
      if (type === 'text_delta') off.abort(new Error('no longer wanted'));
    };
    const { complete } = await play(['say on my way', 'hang'], { home, signal: off.signal, see });
    expect(complete.result).toMatchObject({ type: 'failed', retry: false, error: { code: 'ATTEMPT_ABORTED' } });
    expect(running(home)).toBe(0);
  });

  it('is ended at its time limit, with all it started', async () => {
    const home = temp();
    const { complete } = await play(['run sleep 600', 'hang'], { home, task: { limits: { seconds: 1 } } });
    expect(complete.result).toMatchObject({ type: 'failed', error: { code: 'ATTEMPT_LIMIT' } });
    expect(running(home)).toBe(0);
  });

  it.each([
    ['crashes', ['noise out of luck', 'crash'], 'TOOL_FAILED', /out of luck/],
    ['is refused its key', ['fail 401 Unauthorized'], 'MODEL_KEY_REFUSED', /401/],
    ['finds its model away', ['fail 529 overloaded'], 'MODEL_UNAVAILABLE', /529/],
    ['has a model that refuses', ['refuse'], 'MODEL_REFUSED', /refused/],
  ])('that %s is an outcome with a reason', async (_, lines, code, message) => {
    const { complete } = await play(lines);
    expect(complete.result).toMatchObject({
      type: 'failed',
      error: { code, message: expect.stringMatching(message), next: expect.any(String) },
    });
  });

  it('that is not there, or is no agent at all, is an outcome too', async () => {
    const absent = await play([], { options: { command: ['/no/such/agent'] } });
    expect(absent.complete.result).toMatchObject({ type: 'failed', error: { code: 'PROCESS_UNSTARTABLE' } });
    const mute = await play([], { options: { command: ['true'] } });
    expect(mute.complete.result).toMatchObject({ type: 'failed' });
    const chatty = await play([], {
      options: { command: ['sh', '-c', 'echo hello; exec cat >/dev/null'] },
      task: { limits: { seconds: 1 } },
    });
    expect(chatty.complete.result).toMatchObject({ type: 'failed' });
  });

  it('leaves nothing behind when nobody listens any more', async () => {
    const home = temp();
    const backend = acpBackend({ command: [process.execPath, AGENT], openSeat: outsideSeat(home, { HOME: home }) });
    const task = { id: 't', agent: 'a', system: '', prompt: 'hang', claim: null, limits: {} };
    const place = { folder: temp(), tools: [], permit: allow };
    for await (const event of backend.attempt(task, place, new AbortController().signal)) {
      if (event.type === 'status') break;
    }
    expect(running(home)).toBe(0);
  });
});

/** Processes that were given this home. */
function running(home: string): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`HOME=${home}`);
      } catch {
        return false;
      }
    }).length;
}

const noteTool = (note: (words: string) => void) =>
  defineTool({
    name: 'note',
    title: 'Note',
    description: 'Notes words.',
    input: z.object({ words: z.string() }),
    output: z.object({}),
    annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    examples: [],
    errors: {},
    run: async ({ words }) => {
      note(words);
      return { ok: true, output: {}, text: 'noted' };
    },
  });
