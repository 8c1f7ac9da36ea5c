import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type AgentEvent, NO_AGENT_USAGE } from '#contracts/agent.ts';
import { AttemptOf } from '#contracts/attempt-id.ts';
import { redactor } from '#host/redact.ts';
import {
  readTranscript,
  recorded,
  recordedAttemptRunner,
  TranscriptTail,
  transcriptPath,
  transcriptSink,
} from './transcripts.ts';

const SECRET = 'hunter2-hunter2';
const clean = redactor({ PASSWORD: SECRET });

function folder(): string {
  const root = mkdtempSync(join(tmpdir(), 'assay-transcripts-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

const delta = (text: string): AgentEvent => ({ type: 'text_delta', turn: 't1', text });
const done: AgentEvent = { type: 'complete', usage: NO_AGENT_USAGE, result: { type: 'text', text: 'done' } };

async function* stream(...events: AgentEvent[]): AsyncGenerator<AgentEvent> {
  yield* events;
}

describe('C1 transcripts', () => {
  it('are whole when the last event is seen, and the events pass as they came', async () => {
    const path = join(folder(), 'r1', 'turn#1-1.jsonl');
    const seen: AgentEvent[] = [];
    for await (const event of recorded(
      stream(delta('a'), delta('b'), done),
      transcriptSink(path, clean, () => 7),
    )) {
      seen.push(event);
      if (event.type === 'complete') expect((await readTranscript(path)).at(-1)).toEqual({ at: 7, event: done });
    }
    expect(seen).toEqual([delta('a'), delta('b'), done]);
    const text = (await readTranscript(path)).map(({ event }) => (event.type === 'text_delta' ? event.text : ''));
    expect(text.join('')).toBe('ab');
  });

  it('hold no secret, wherever it is cut', async () => {
    for (let at = 1; at < SECRET.length; at++) {
      const path = join(folder(), 'x.jsonl');
      const events = [
        delta(`it is ${SECRET.slice(0, at)}`),
        delta(`${SECRET.slice(at)} indeed`),
        { type: 'tool_start', id: 'c', tool: 'shell', input: { command: `echo ${SECRET}` } } satisfies AgentEvent,
        { type: 'text_complete', turn: 't1', text: `it is ${SECRET} indeed`, final: true } satisfies AgentEvent,
        done,
      ];
      for await (const _ of recorded(
        stream(...events),
        transcriptSink(path, clean, () => 0),
      ));
      expect(readFileSync(path, 'utf8')).not.toContain(SECRET);
      const text = (await readTranscript(path)).map(({ event }) => (event.type === 'text_delta' ? event.text : ''));
      expect(text.join('')).toBe('it is [redacted:PASSWORD] indeed');
    }
  });

  it('can be read while they grow; a line that is torn is left out', async () => {
    const path = join(folder(), 'x.jsonl');
    const tail = new TranscriptTail(path);
    expect(await tail.more()).toEqual([]);
    writeFileSync(path, `${JSON.stringify({ at: 1, event: delta('a\n') })}\n{"at":2,"ev`);
    expect(await tail.more()).toEqual([{ at: 1, event: delta('a\n') }]);
    expect(await tail.more()).toEqual([]);
    appendFileSync(
      path,
      `ent":${JSON.stringify(delta('ü'))}}\nnot json\n{"at":3,"event":{"type":"from_the_future"}}\n`,
    );
    expect(await tail.more()).toEqual([{ at: 2, event: delta('ü') }]);
  });

  it('that cannot be written end no attempt: it is reported once', async () => {
    const root = folder();
    mkdirSync(join(root, 'r'));
    writeFileSync(join(root, 'r', 'blocked'), '');
    chmodSync(join(root, 'r'), 0o500);
    const seen: string[] = [];
    const sink = transcriptSink(join(root, 'r', 'blocked', 'x.jsonl'), clean, () => 0);
    for await (const { type } of recorded(stream(delta('a'), delta('b'), done), sink)) seen.push(type);
    expect(seen).toEqual(['text_delta', 'text_delta', 'error', 'complete']);
  });

  it('are kept by the attempt they are of; a task of no run is not', async () => {
    const home = { root: folder() };
    const attemptRunner = recordedAttemptRunner(
      () => stream(done),
      home,
      clean,
      () => 1,
    );
    const task = { id: 't', agent: 'chat', system: '', prompt: '', claim: null, limits: {} };
    for await (const _ of attemptRunner(task, new AbortController().signal));
    expect(readdirSync(home.root)).toEqual([]);
    const of = AttemptOf.parse({ run: 'r1', act: 'check/turn#1', attempt: 1 });
    for await (const _ of attemptRunner({ ...task, of }, new AbortController().signal));
    expect(await readTranscript(transcriptPath(home, 'r1', 'check/turn#1', 1))).toEqual([{ at: 1, event: done }]);
  });
});
