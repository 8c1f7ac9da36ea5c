import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AgentEvent, type AgentTask, type AttemptEnv } from '#contracts/agent.ts';
import type { ProgramSandbox } from '../program/program-sandbox.ts';
import { claudeBackend } from './claude-backend.ts';
import type { ClaudeSdk, QueryOptions } from './sdk.ts';

// The messages were recorded from the real program (test/clients/record.ts); `npm run test:clients` runs that itself.
const CLAIM = { type: 'object', properties: { done: { type: 'boolean' } }, required: ['done'] };
const DONE = { type: 'claim', claim: { done: true } };

const recorded = (name: string): unknown[] =>
  readFileSync(new URL(`./fixtures/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

interface More {
  readonly task?: Partial<AgentTask>;
  readonly place?: Partial<AttemptEnv>;
  readonly home?: string;
  readonly programSandbox?: Partial<ProgramSandbox>;
  /** Between the messages. */
  readonly during?: (options: QueryOptions) => Promise<void>;
}

async function replay(messages: readonly unknown[], more: More = {}) {
  const home = more.home ?? temp();
  let options: QueryOptions | undefined;
  let prompt: unknown;
  const sdk: ClaudeSdk = {
    async *query(input) {
      options = input.options;
      prompt = input.prompt;
      yield* messages.slice(0, 1);
      await more.during?.(input.options);
      yield* messages.slice(1);
    },
  };
  const programSandbox: ProgramSandbox = {
    sandboxed: true,
    home,
    modelUrl: 'http://127.0.0.1:8080',
    env: { PATH: '/usr/bin' },
    start: async () => Promise.reject(new Error('not in this test')),
    offer: async () => Promise.reject(new Error('not in this test')),
    close: async () => undefined,
    ...more.programSandbox,
  };
  const backend = claudeBackend({ from: [], sdk, openProgramSandbox: async () => programSandbox, simulated: true });
  const task: AgentTask = {
    id: 't',
    agent: 'a',
    system: 'Be kind.',
    prompt: 'Do it.',
    claim: CLAIM,
    limits: {},
    ...more.task,
  };
  const place: AttemptEnv = {
    folder: '/checkout',
    tools: [],
    permit: async () => ({ type: 'allow', by: 'mode' }),
    ...more.place,
  };
  const events: AgentEvent[] = [];
  for await (const event of backend.attempt(task, place, new AbortController().signal))
    events.push(AgentEvent.parse(event));
  const last = events.at(-1);
  if (last?.type !== 'complete') throw new Error(`it ended with ${last?.type}`);
  return { events, complete: last, options, prompt, home };
}

function temp(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-claude-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const of = <Type extends AgentEvent['type']>(events: readonly AgentEvent[], type: Type) =>
  events.filter((event): event is Extract<AgentEvent, { type: Type }> => event.type === type);

describe('C1 Claude Code, replayed from recordings', () => {
  it('streams text, reports tools, hides the tool that carries the claim, and ends with the claim', async () => {
    const { events, complete } = await replay(recorded('tool-and-claim'));
    expect(complete.result).toEqual(DONE);
    const said = of(events, 'text_delta');
    expect(said.map(({ text }) => text).join('')).toBe('I will write it down now.');
    expect(of(events, 'text_complete')).toEqual([
      { type: 'text_complete', turn: said[0]?.turn, text: 'I will write it down now.', final: false },
    ]);
    const [start, ...others] = of(events, 'tool_start');
    expect([start?.tool, others]).toEqual(['Write', []]);
    expect(of(events, 'tool_result')).toMatchObject([{ id: start?.id, ok: true }]);
    expect(complete.usage).toMatchObject({ turns: 2, usd: expect.any(Number) });
    expect(complete.usage.output).toBeGreaterThan(0);
  });

  it('takes back the text of a stream that was cut', async () => {
    const { events, complete } = await replay(recorded('cut-stream'), { task: { claim: null } });
    expect(complete.result).toEqual({ type: 'text', text: 'word '.repeat(12) });
    const gone = of(events, 'text_withdrawn').map(({ turn }) => turn);
    expect(gone).toHaveLength(1);
    const left = of(events, 'text_delta').filter(({ turn }) => !gone.includes(turn));
    expect(left.map(({ text }) => text).join('')).toBe('word '.repeat(12));
    expect(of(events, 'error')).toMatchObject([{ error: { code: 'MODEL_UNAVAILABLE' } }]);
    expect(of(events, 'text_complete')).toMatchObject([{ final: true }]);
  });

  it('has its claim repaired once, or fails', async () => {
    expect((await replay(recorded('mended'))).complete.result).toEqual(DONE);
    const never = (await replay(recorded('never-mended'))).complete.result;
    expect(never).toMatchObject({ type: 'failed', retry: true, error: { code: 'CLAIM_INVALID' } });
  });

  it('says when its key is refused', async () => {
    const { result } = (await replay(recorded('key-refused'))).complete;
    expect(result).toMatchObject({ type: 'failed', retry: false, error: { code: 'MODEL_KEY_REFUSED' } });
  });

  it('reports a sub-agent’s work under its tool call', async () => {
    const { events, complete } = await replay(recorded('sub-agent'));
    expect(complete.result).toEqual(DONE);
    const [outer, inner] = of(events, 'tool_start');
    expect(outer).toMatchObject({ tool: 'Agent' });
    expect(outer?.parent).toBeUndefined();
    expect(inner).toMatchObject({ tool: 'Bash', parent: outer?.id });
    expect(of(events, 'tool_result')).toContainEqual(expect.objectContaining({ id: inner?.id, parent: outer?.id }));
    expect(of(events, 'text_complete')).toContainEqual(
      expect.objectContaining({ text: 'The inner work is done.', parent: outer?.id }),
    );
  });

  it('ends as failed when the program goes away in the middle, or says nothing that can be read', async () => {
    const half = recorded('tool-and-claim').slice(0, -1);
    expect((await replay(half)).complete).toMatchObject({ result: { type: 'failed' }, usage: { usd: null } });
    const odd = [null, 7, { type: 'new-kind' }, { type: 'assistant', message: 'none' }];
    expect((await replay(odd)).complete).toMatchObject({ result: { type: 'failed' }, usage: { usd: null } });
  });

  it('counts the difference when it continues a session, and starts over where there is none', async () => {
    const first = await replay(recorded('tool-and-claim'));
    const { resume, usage } = first.complete;
    const session = String(JSON.parse(resume ?? '{}').session);
    const project = join(first.home, '.claude/projects/-checkout');
    const task = { ...(resume === undefined ? {} : { resume }), history: 'Earlier: heron.' };
    const gone = await replay(recorded('tool-and-claim'), { home: first.home, task });
    expect(of(gone.events, 'status')).toContainEqual(
      expect.objectContaining({ message: expect.stringMatching(/starts over.*gone/) }),
    );
    mkdirSync(project, { recursive: true });
    writeFileSync(join(project, `${session}.jsonl`), '{"type":"user"}\n');
    const empty = await replay(recorded('tool-and-claim'), { home: first.home, task });
    expect(of(empty.events, 'status')).toContainEqual(
      expect.objectContaining({ message: expect.stringMatching(/empty/) }),
    );
    expect(empty.options?.resume).toBeUndefined();
    expect([gone.prompt, empty.prompt]).toEqual(['Earlier: heron.\n\nDo it.', 'Earlier: heron.\n\nDo it.']);
    writeFileSync(join(project, `${session}.jsonl`), '{"type":"user"}\n{"type":"assistant"}\n');
    const again = await replay(recorded('tool-and-claim'), { home: first.home, task });
    expect([again.options?.resume, again.prompt]).toEqual([session, 'Do it.']);
    // The same totals as before: this attempt used nothing of its own.
    expect(usage.output).toBeGreaterThan(0);
    expect(again.complete.usage).toMatchObject({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0, usd: 0 });
  });
});

describe('C8 Claude Code asks before every tool', () => {
  const ask = (options: QueryOptions, tool_name: string, tool_input: object, id = 'call-1') => {
    const [matcher] = options.hooks.PreToolUse;
    const input = { hook_event_name: 'PreToolUse', tool_name, tool_input, tool_use_id: id };
    return matcher?.hooks[0]?.(input, id, { signal: new AbortController().signal });
  };

  it.each([
    ['Bash', { command: 'npm test' }, { type: 'command', line: 'npm test', cwd: '/checkout' }],
    ['Read', { file_path: '/checkout/a/b.ts' }, { type: 'read', paths: ['a/b.ts'] }],
    ['Write', { file_path: 'made.txt' }, { type: 'write', paths: ['made.txt'] }],
    ['Edit', { file_path: '/etc/passwd' }, { type: 'write', paths: ['/etc/passwd'] }],
    ['Grep', { pattern: 'x' }, { type: 'read', paths: ['.'] }],
    ['WebFetch', { url: 'https://a.example/x' }, { type: 'fetch', url: 'https://a.example/x' }],
    ['SomethingNew', { a: 1 }, { type: 'tool', input: { a: 1 }, readOnly: false }],
  ])('%s', async (tool, input, action) => {
    let answer: unknown;
    const during = async (options: QueryOptions): Promise<void> => {
      answer = await ask(options, tool, input);
      // The program's own callback for the same call is no second question.
      await options.canUseTool(tool, { ...input }, { signal: new AbortController().signal, toolUseID: 'call-1' });
    };
    const { events } = await replay(recorded('tool-and-claim'), { during });
    expect(of(events, 'permission_request')).toMatchObject([{ request: { id: 'call-1', tool, action } }]);
    expect(answer).toMatchObject({ hookSpecificOutput: { permissionDecision: 'allow' } });
  });

  it('tells the model what was denied and why', async () => {
    const error = { code: 'PERMISSION_DENIED', message: 'the vault is closed', next: 'Ask.' };
    let answers: unknown[] = [];
    const during = async (options: QueryOptions): Promise<void> => {
      const own = await options.canUseTool('Write', {}, { signal: new AbortController().signal, toolUseID: 'call-2' });
      answers = [await ask(options, 'Write', { file_path: 'x' }), own];
    };
    const permit: AttemptEnv['permit'] = async () => ({ type: 'deny', by: 'rule', error });
    await replay(recorded('tool-and-claim'), { during, place: { permit } });
    expect(answers).toEqual([
      {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: 'the vault is closed Ask.',
        },
      },
      { behavior: 'deny', message: 'the vault is closed Ask.' },
    ]);
  });
});

describe('C1 what Claude Code is started with', () => {
  it('a private home, no key, no settings of the person or the project, its limits', async () => {
    process.env.ANTHROPIC_API_KEY_OF_A_PERSON = 'sk-ant-secret';
    onTestFinished(() => {
      delete process.env.ANTHROPIC_API_KEY_OF_A_PERSON;
    });
    const task = { model: 'anthropic:claude-opus-4-1', limits: { turns: 7, usd: 3 } };
    const { options, home } = await replay(recorded('mended'), { task });
    expect(options).toMatchObject({
      cwd: '/checkout',
      model: 'claude-opus-4-1',
      maxTurns: 7,
      maxBudgetUsd: 3,
      settingSources: [],
      permissionMode: 'default',
      systemPrompt: { append: 'Be kind.' },
      outputFormat: { schema: { required: ['claim', 'blocker'] } },
    });
    expect(options?.env).toMatchObject({
      HOME: home,
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:8080',
      IS_SANDBOX: '1',
    });
    expect(JSON.stringify(options?.env)).not.toContain('secret');
  });

  it('never a model other than the requested one', async () => {
    const { complete } = await replay(recorded('mended'), { task: { model: 'openai:gpt-5' } });
    expect(complete.result).toMatchObject({ type: 'failed', error: { code: 'MODEL_NAME_INVALID' } });
  });

  it('says what to install where the package is missing', async () => {
    const backend = claudeBackend({ from: [temp()] });
    const task = { id: 't', agent: 'a', system: '', prompt: 'x', claim: null, limits: {} };
    const start: AttemptEnv['start'] = async () => Promise.reject(new Error('must not be started'));
    const place: AttemptEnv = { folder: '/', tools: [], permit: async () => ({ type: 'allow', by: 'mode' }), start };
    const events: AgentEvent[] = [];
    for await (const event of backend.attempt(task, place, new AbortController().signal)) events.push(event);
    expect(events.at(-1)).toMatchObject({
      result: { error: { code: 'BINARY_NOT_FOUND', next: expect.stringContaining('npm install') } },
    });
  });
});
