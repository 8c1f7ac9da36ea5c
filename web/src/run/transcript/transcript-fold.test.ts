import { describe, expect, it } from 'vitest';
import { type AgentEvent, NO_AGENT_USAGE } from '#contracts/agent.ts';
import type { PermissionRequest } from '#contracts/permission.ts';
import { callState, TranscriptFold, type TranscriptTool } from './transcript-fold.ts';
import { transcriptMarkdown } from './transcript-markdown.ts';
import { aboutCall, rowsOf } from './transcript-rows.ts';

function folded(...events: AgentEvent[]): TranscriptFold {
  const fold = new TranscriptFold();
  for (const [at, event] of events.entries()) fold.add({ at, event });
  return fold;
}

const request: PermissionRequest = {
  id: 'c1',
  tool: 'shell',
  action: { type: 'command', line: 'rm -rf build', cwd: '/w' },
};
const start: AgentEvent = { type: 'tool_start', id: 'c1', tool: 'shell', input: { command: 'rm -rf build' } };
const asked: AgentEvent = { type: 'permission_request', request };
const error = { code: 'COMMAND_REFUSED', message: 'no' };
const denied: AgentEvent = { type: 'permission_answer', id: 'c1', answer: { type: 'deny', by: 'person', error } };

const callIn = (fold: TranscriptFold): TranscriptTool => {
  const [entry] = fold.entries;
  if (entry?.kind !== 'tool') throw new Error('the first entry is no call');
  return entry;
};

describe('TranscriptFold', () => {
  it('joins a streamed text, and removes withdrawn parts', () => {
    const fold = folded(
      { type: 'thinking_delta', turn: 't1', text: 'hm' },
      { type: 'text_delta', turn: 't1', text: 'It ' },
      { type: 'text_delta', turn: 't1', text: 'is' },
      { type: 'text_complete', turn: 't1', text: 'It is so.', final: false },
      { type: 'text_delta', turn: 't2', text: 'garbled' },
      { type: 'text_withdrawn', turn: 't2' },
    );
    expect(fold.entries).toMatchObject([
      { kind: 'thinking', text: 'hm' },
      { kind: 'text', text: 'It is so.', at: 1 },
    ]);
  });

  it('combines a call, its question and its result, in whichever order they come', () => {
    for (const events of [
      [start, asked, denied],
      [asked, start, denied],
    ]) {
      const fold = folded(...events);
      expect(fold.entries).toHaveLength(1);
      const call = callIn(fold);
      expect(call).toMatchObject({ tool: 'shell', input: { command: 'rm -rf build' }, request });
      expect(callState(call, true)).toBe('denied');
    }
  });

  it('says of a call without a result that it continues only while the attempt does', () => {
    expect(callState(callIn(folded(start)), true)).toBe('running');
    expect(callState(callIn(folded(start)), false)).toBe('stopped');
    expect(callState(callIn(folded(asked)), true)).toBe('asking');
    const failed: AgentEvent = { type: 'tool_result', id: 'c1', ok: false, text: 'exit 1' };
    expect(callState(callIn(folded(start, failed)), true)).toBe('failed');
  });
});

describe('rowsOf', () => {
  it('puts a sub-agent’s actions under the call that started it, and loses nothing in a cycle', () => {
    const fold = folded(
      { type: 'tool_start', id: 'a', tool: 'task', input: { prompt: 'look' } },
      { type: 'text_complete', turn: 't9', text: 'meanwhile', final: false },
      { type: 'tool_start', id: 'b', tool: 'read', input: { path: 'x' }, parent: 'a' },
      { type: 'tool_start', id: 'c', tool: 'task', input: {}, parent: 'd' },
      { type: 'tool_start', id: 'd', tool: 'task', input: {}, parent: 'c' },
    );
    expect(rowsOf(fold.entries).map(({ entry, depth }) => [entry.id, depth])).toEqual([
      ['a', 0],
      ['b', 1],
      ['text t9', 0],
      ['c', 0],
      ['d', 0],
    ]);
  });

  it('distinguishes calls by their subject', () => {
    expect(aboutCall({ content: 'x', path: 'src/a.ts' })).toBe('src/a.ts');
    expect(aboutCall({ type: 'write', paths: ['a', 'b'] })).toBe('a, b');
    expect(aboutCall([1])).toBe('');
    expect(aboutCall({ command: `echo ${'x'.repeat(300)}` })).toHaveLength(160);
  });
});

describe('transcriptMarkdown', () => {
  it('quotes text that is not Markdown, whatever backticks it contains', () => {
    const text = transcriptMarkdown(
      'write <b>#1</b>',
      folded(
        { type: 'text_complete', turn: 't1', text: 'I **will**.', final: false },
        { type: 'tool_start', id: 'c1', tool: 'shell', input: { command: 'echo `x`' } },
        { type: 'tool_result', id: 'c1', ok: true, text: '```\n# not a heading\n```' },
        { type: 'complete', usage: NO_AGENT_USAGE, result: { type: 'claim', claim: { done: true } } },
      ).entries,
    );
    expect(text).toContain('# write \\<b\\>\\#1\\</b\\>');
    expect(text).toContain('I **will**.');
    expect(text).toContain('**shell** `` echo `x` `` (done)');
    expect(text).toContain('````\n```\n# not a heading\n```\n````');
    expect(text).toContain('```json\n{\n  "done": true\n}\n```');
  });
});
