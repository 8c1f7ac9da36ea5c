import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AgentEvent, type AgentTask, type AttemptEnv } from '#contracts/agent.ts';
import type { Permit } from '#contracts/permission.ts';
import { unsandboxedProgram } from '../../../test/clients/outside.ts';
import type { OpenProgramSandbox } from '../program/program-sandbox.ts';
import { type CodexBackendOptions, codexBackend } from './codex-backend.ts';
import { findCodex } from './find-codex.ts';

// A stand-in program says what the real one was recorded to say (test/clients/record.ts), and writes down how it was
// started; `npm run test:clients` runs the real one.
const CLAIM = { type: 'object', properties: { done: { type: 'boolean' } }, required: ['done'] };

interface More {
  readonly task?: Partial<AgentTask>;
  readonly permit?: Permit;
  readonly options?: Partial<CodexBackendOptions>;
  readonly sandboxed?: boolean;
  readonly readOnly?: boolean;
  readonly home?: string;
  readonly script?: string;
}

const fixture = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}.jsonl`, import.meta.url));

async function play(name: string, more: More = {}) {
  const home = more.home ?? temp();
  const program = join(temp(), 'codex');
  const script = more.script ?? `cat ${fixture(name)}`;
  writeFileSync(
    program,
    `#!/bin/sh\nprintf '%s\\n' "$@" >> ${home}/args\nenv >> ${home}/env\ncat >> ${home}/stdin\n${script}\n`,
  );
  chmodSync(program, 0o755);
  const openProgramSandbox: OpenProgramSandbox = async (task, place, calls) => {
    const programSandbox = await unsandboxedProgram(home)(task, place, calls);
    return {
      ...programSandbox,
      sandboxed: more.sandboxed ?? true,
      readOnly: more.readOnly ?? false,
      modelUrl: 'http://127.0.0.1:8080',
    };
  };
  const backend = codexBackend({ from: [], env: {}, executable: program, openProgramSandbox, ...more.options });
  const task: AgentTask = {
    id: 't',
    agent: 'a',
    system: 'Be kind.',
    prompt: 'Do it.',
    claim: CLAIM,
    limits: {},
    ...more.task,
  };
  const permit: Permit = more.permit ?? (async () => ({ type: 'allow', by: 'mode' }));
  const place: AttemptEnv = { folder: temp(), tools: [], permit };
  const events: AgentEvent[] = [];
  for await (const event of backend.attempt(task, place, new AbortController().signal))
    events.push(AgentEvent.parse(event));
  const last = events.at(-1);
  if (last?.type !== 'complete') throw new Error(`it ended with ${last?.type}`);
  const written = (file: string): string => readFileSync(join(home, file), 'utf8');
  return { events, complete: last, written, home };
}

function temp(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-codex-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const of = <Type extends AgentEvent['type']>(events: readonly AgentEvent[], type: Type) =>
  events.filter((event): event is Extract<AgentEvent, { type: Type }> => event.type === type);

describe('C1 Codex, replayed from recordings', () => {
  it('reports texts and commands, and ends with its claim and its tokens', async () => {
    const { events, complete } = await play('tool-and-claim');
    expect(complete.result).toEqual({ type: 'claim', claim: { done: true } });
    expect(of(events, 'text_complete').map(({ final }) => final)).toEqual([false, true]);
    const starts = of(events, 'tool_start');
    expect(starts).toMatchObject([{ tool: 'shell' }, { tool: 'shell' }]);
    expect(of(events, 'tool_result')).toMatchObject([
      { id: starts[0]?.id, ok: true, text: 'made\n' },
      { id: starts[1]?.id, ok: false },
    ]);
    expect(complete.usage).toMatchObject({ usd: null, turns: 3 });
    expect(complete.usage.cacheRead).toBeGreaterThan(0);
  });

  it('uses the caller’s token prices, and keeps no budget in money without them', async () => {
    const priced = await play('tool-and-claim', { options: { priceOf: ({ output }) => output / 10 } });
    expect(priced.complete.usage.usd).toBe(priced.complete.usage.output / 10);
    const priceOf = (_: unknown, model: string | undefined) => (model === 'openai:gpt-5' ? 0 : null);
    for (const options of [{}, { priceOf }]) {
      const blind = await play('tool-and-claim', { task: { limits: { usd: 1 } }, options });
      expect(blind.complete.result).toMatchObject({ type: 'failed', error: { code: 'PRICE_UNKNOWN' } });
      expect([of(blind.events, 'status'), blind.complete.usage.usd]).toEqual([[], 0]);
    }
    const model = 'openai:gpt-5';
    const known = await play('tool-and-claim', { task: { limits: { usd: 1 }, model }, options: { priceOf } });
    expect(known.complete.result).toMatchObject({ type: 'claim' });
  });

  it('has an unknown cost where it never reports its tokens', async () => {
    const options = { priceOf: ({ output }: { output: number }) => output / 10 };
    for (const script of ['exit 1', `cat ${fixture('key-refused')}`]) {
      const { complete } = await play('', { script, options });
      expect(complete.usage).toMatchObject({ output: 0, usd: null });
    }
    const late = await play('', { script: 'sleep 30', options, task: { limits: { seconds: 0.3 } } });
    expect(late.complete.result).toMatchObject({ type: 'failed', error: { code: 'ATTEMPT_LIMIT' } });
    expect(late.complete.usage.usd).toBeNull();
    const wrong = `sed 's/{\\\\"claim\\\\":{\\\\"done\\\\":true}/{\\\\"claim\\\\":{\\\\"done\\\\":7}/' ${fixture('tool-and-claim')}`;
    const unmended = await play('', { script: `case "$*" in *resume*) exit 1 ;; *) ${wrong} ;; esac`, options });
    expect(unmended.complete.usage.output).toBeGreaterThan(0);
    expect(unmended.complete.usage.usd).toBeNull();
  });

  it.each([
    ['key-refused', 'MODEL_KEY_REFUSED', false],
    ['server-gone', 'MODEL_UNAVAILABLE', true],
  ])('%s', async (name, code, retry) => {
    const { complete } = await play(name);
    expect(complete.result).toMatchObject({ type: 'failed', retry, error: { code, next: expect.any(String) } });
  });

  it('does not believe an exit code, neither a good nor a bad one', async () => {
    const silent = await play('', { script: 'echo "no idea" >&2; exit 0' });
    expect(silent.complete.result).toMatchObject({
      type: 'failed',
      error: { message: expect.stringMatching(/no idea/) },
    });
    const loud = await play('', { script: `cat ${fixture('tool-and-claim')}; exit 1` });
    expect(loud.complete.result).toMatchObject({ type: 'claim' });
    const garbage = await play('', { script: 'echo "not json"; echo "{}"; echo "[1"' });
    expect(garbage.complete.result).toMatchObject({ type: 'failed' });
  });

  it('has its claim repaired once in the same thread, or fails', async () => {
    const wrong = `sed 's/{\\\\"claim\\\\":{\\\\"done\\\\":true}/{\\\\"claim\\\\":{\\\\"done\\\\":7}/' ${fixture('tool-and-claim')}`;
    const script = `case "$*" in *resume*) cat ${fixture('tool-and-claim')} ;; *) ${wrong} ;; esac`;
    const mended = await play('', { script });
    expect(mended.complete.result).toMatchObject({ type: 'claim' });
    expect(of(mended.events, 'error')).toMatchObject([{ error: { code: 'CLAIM_INVALID' } }]);
    expect(mended.written('stdin')).toMatch(/does not fit/);
    const never = await play('', { script: wrong });
    expect(never.complete.result).toMatchObject({ type: 'failed', retry: true, error: { code: 'CLAIM_INVALID' } });
    expect(never.written('args').match(/^exec$/gm)).toHaveLength(2);
  });

  it('continues a thread whose transcript exists, and counts the difference in tokens', async () => {
    const first = await play('tool-and-claim');
    const history = 'Earlier: heron.';
    const task = first.complete.resume === undefined ? {} : { resume: first.complete.resume, history };
    const gone = await play('tool-and-claim', { home: first.home, task });
    expect(of(gone.events, 'status')).toContainEqual(
      expect.objectContaining({ message: expect.stringMatching(/starts over/) }),
    );
    expect(gone.written('stdin')).toContain('Earlier: heron.\n\nDo it.');
    const { thread } = JSON.parse(first.complete.resume ?? '{}');
    const sessions = join(first.home, '.codex/sessions/2026/01/01');
    mkdirSync(sessions, { recursive: true });
    writeFileSync(join(sessions, `rollout-2026-${thread}.jsonl`), '{}\n');
    const again = await play('tool-and-claim', { home: first.home, task });
    expect(again.written('args')).toContain(`resume\n${thread}`);
    expect(again.written('stdin').split('heron')).toHaveLength(2);
    expect(first.complete.usage.output).toBeGreaterThan(0);
    expect(again.complete.usage).toMatchObject({ input: 0, output: 0, cacheRead: 0 });
  });
});

describe('C8 Codex does not ask, so permission is requested before it starts', () => {
  it('is not started when it is denied', async () => {
    const error = { code: 'PERMISSION_DENIED', message: 'the vault is closed' };
    const { complete, events } = await play('tool-and-claim', {
      permit: async () => ({ type: 'deny', by: 'mode', error }),
    });
    expect(complete.result).toMatchObject({
      type: 'failed',
      error: { code: 'PERMISSION_DENIED', message: expect.stringMatching(/the vault is closed/) },
    });
    expect(of(events, 'permission_request')).toMatchObject([
      { request: { tool: 'codex', action: { type: 'tool', readOnly: false } } },
    ]);
    expect(of(events, 'status')).toEqual([]);
  });

  it('has its own sandbox off only in ours; elsewhere it may only read, and that is reported', async () => {
    const inside = await play('tool-and-claim');
    expect(inside.written('args')).toMatch(/--sandbox\ndanger-full-access/);
    const outside = await play('tool-and-claim', { sandboxed: false });
    expect(outside.written('args')).toMatch(/--sandbox\nread-only/);
    expect(of(outside.events, 'status')).toContainEqual(
      expect.objectContaining({ message: expect.stringMatching(/only read/) }),
    );
  });

  it('is requested as read-only if its sandbox cannot change the folder', async () => {
    const readers: Permit = async ({ action }) =>
      action.type === 'tool' && action.readOnly
        ? { type: 'allow', by: 'mode' }
        : { type: 'deny', by: 'mode', error: { code: 'PERMISSION_DENIED', message: 'explore mode writes nothing' } };
    const { complete, events, written } = await play('tool-and-claim', { readOnly: true, permit: readers });
    expect(complete.result).toMatchObject({ type: 'claim' });
    expect(written('args')).toMatch(/--sandbox\ndanger-full-access/);
    expect(of(events, 'status')).toContainEqual(
      expect.objectContaining({ message: expect.stringMatching(/can only read the folder/) }),
    );
    const writer = await play('tool-and-claim', { permit: readers });
    expect(writer.complete.result).toMatchObject({ error: { code: 'PERMISSION_DENIED' } });
  });

  it('gets no key, and its files in its home', async () => {
    const script = `for last; do case "$last" in */claim-*.json) cat "$last" > SCHEMA ;; esac; done`;
    const home = temp();
    const { written } = await play('', {
      home,
      script: `${script.replace('SCHEMA', join(home, 'schema'))}; cat ${fixture('tool-and-claim')}`,
    });
    expect(written('env')).toContain(`CODEX_HOME=${home}/.codex`);
    expect(written('env')).toContain('CODEX_API_KEY=added-outside');
    expect(written('args')).toContain('approval_policy="never"');
    expect(written('args')).toContain('developer_instructions="Be kind."');
    expect(JSON.parse(written('schema'))).toMatchObject({ required: ['claim', 'blocker'] });
    expect(readdirSync(join(home, '.codex'))).toEqual([]);
  });

  it('gets the schema of its own claim, even if others work in the same home', async () => {
    const home = temp();
    const waits = 'while [ "$(wc -l < started)" -lt 2 ]; do sleep 0.02; done';
    const script = (field: string) =>
      `cd ${home}; for last; do case "$last" in */claim-*.json) file=$last ;; esac; done; echo ${field} >> started; ${waits}; cat "$file" > schema-${field}; cat ${fixture('tool-and-claim')}`;
    const claim = (field: string) => ({ type: 'object', properties: { [field]: { type: 'boolean' } } });
    const of = (field: string) => play('', { home, script: script(field), task: { id: field, claim: claim(field) } });
    const [{ written }] = await Promise.all([of('ours'), of('theirs')]);
    expect(written('schema-ours')).toContain('"ours"');
    expect(written('schema-theirs')).toContain('"theirs"');
    expect(readdirSync(join(home, '.codex'))).toEqual([]);
  });
});

describe('findCodex', () => {
  it('finds the program of the package for this machine, then the one on the PATH', () => {
    const folder = temp();
    const put = (name: string, more: object = {}): string => {
      const at = join(folder, 'node_modules', name);
      mkdirSync(at, { recursive: true });
      writeFileSync(join(at, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...more }));
      return at;
    };
    put('@openai/codex-sdk');
    put('@openai/codex');
    const own = put('@openai/codex-linux-arm64');
    const machine = { platform: 'linux', arch: 'arm64' };
    expect(findCodex([folder], {}, machine)).toBe(join(own, 'vendor/aarch64-unknown-linux-musl/bin/codex'));
    const bin = join(temp(), 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'codex'), '#!/bin/sh\n', { mode: 0o755 });
    expect(findCodex([temp()], { PATH: bin }, machine)).toBe(join(bin, 'codex'));
    expect(() => findCodex([temp()], { PATH: '' }, machine)).toThrow(/codex-sdk/);
  });
});
