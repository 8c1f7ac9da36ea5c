import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '#contracts/agent.ts';
import type { PermissionQuestion } from '#contracts/permission.ts';
import { plain, type Screen } from '../../cli/screen.ts';
import { answerOf, askAtTerminal } from './ask-permission.ts';
import { turnPrinter } from './turn-printer.ts';
import { visible, visibleText } from './visible.ts';

function screen(isTty: boolean) {
  const said = { out: '', err: '' };
  const stdout = new PassThrough();
  stdout.on('data', (chunk: Buffer) => {
    said.out += chunk.toString('utf8');
  });
  const made: Screen = {
    out: (line) => stdout.write(`${line}\n`),
    outAsIs: (text) => stdout.write(`${text}\n`),
    err: (line) => {
      said.err += `${line}\n`;
    },
    errAsIs: (text) => made.err(text),
    json: () => undefined,
    paint: plain,
    paintErr: plain,
    isTty,
    // Only `write` is used of it.
    stdout: stdout as unknown as NodeJS.WriteStream,
    width: 80,
    height: 24,
    gone: new AbortController().signal,
  };
  return { said, screen: made };
}

const EVENTS: AgentEvent[] = [
  { type: 'text_delta', turn: 't1', text: 'wrong' },
  { type: 'text_withdrawn', turn: 't1' },
  { type: 'text_delta', turn: 't2', text: 'I look' },
  { type: 'text_complete', turn: 't2', text: 'I look.', final: false },
  { type: 'tool_start', id: 'a', tool: 'task', input: { prompt: 'x' } },
  { type: 'tool_start', id: 'b', tool: 'read', input: { path: 'a\u001b[2Jb' }, parent: 'a' },
  { type: 'tool_result', id: 'b', ok: false, text: 'not there\nmore' },
  { type: 'text_delta', turn: 'h', text: 'a helper', parent: 'a' },
  { type: 'text_delta', turn: 't3', text: 'Done \u001b]52;c;x\u0007' },
  { type: 'text_complete', turn: 't3', text: 'Done \u001b]52;c;x\u0007', final: true },
];

describe('C1 a turn at the terminal', () => {
  it('on a pipe prints only whole answers, unchanged', () => {
    const { said, screen: made } = screen(false);
    const printer = turnPrinter(made);
    for (const event of EVENTS) printer.show(event);
    expect(said.out).toBe('I look.\n\nDone \u001b]52;c;x\u0007\n');
    expect(said.err).toBe('  · task x\n    · read a\uFFFD[2Jb\n    ! not there\n');
  });

  it('on a pipe shows no progress, only news that a person needs', () => {
    const { said, screen: made } = screen(false);
    const printer = turnPrinter(made);
    printer.show({ type: 'status', message: 'asks openai:gpt-5' });
    printer.show({ type: 'status', message: 'openai:gpt-5 is shut down on 2026-12-11', warns: true });
    expect(said.err).toBe('  ! openai:gpt-5 is shut down on 2026-12-11\n');
  });

  it('on a terminal shows words as they come, and no control characters', () => {
    const { said, screen: made } = screen(true);
    const printer = turnPrinter(made);
    for (const event of EVENTS) printer.show(event);
    expect(said.out).toContain('wrong\n');
    expect(said.err).toContain('again from the start');
    for (const character of ['\u001b', '\u0007']) expect(said.out + said.err).not.toContain(character);
    expect(said.out).toContain('Done ]52;c;x');
  });

  it('makes hidden characters seen', () => {
    expect(visible('a\u202Eb\nc')).toBe('a\uFFFDb\uFFFDc');
    expect(visibleText('a\n\tb\u009b')).toBe('a\n\tb');
  });
});

describe('C8 the question at the terminal', () => {
  const question: PermissionQuestion = {
    id: '1',
    tool: 'shell',
    action: { type: 'command', line: 'rm -r x\u001b[1A', cwd: '.' },
    why: 'ask mode asks',
    remember: [{ effect: 'allow', command: 'rm -r x' }],
  };

  it('knows once, session, project and no', () => {
    expect(answerOf('y', question)).toEqual({ answer: 'allow', scope: 'once' });
    expect(answerOf(' S ', question)).toEqual({ answer: 'allow', scope: 'session' });
    expect(answerOf('project', question)).toEqual({ answer: 'allow', scope: 'project' });
    expect(answerOf('n use git rm', question)).toEqual({ answer: 'deny', scope: 'once', why: 'use git rm' });
    for (const said of ['', 'maybe', 'yy']) expect(answerOf(said, question)).toBeNull();
    expect(answerOf('s', { remember: [] })).toBeNull();
  });

  it('repeats until it is answered, shows all of it, and counts as no when the person has left', async () => {
    const { said, screen: made } = screen(true);
    const lines = ['what?', 'p'];
    const ask = askAtTerminal(made, async () => lines.shift() ?? null);
    expect(await ask(question, new AbortController().signal)).toEqual({ answer: 'allow', scope: 'project' });
    expect(said.err).toContain('rm -r x⟨U+001B⟩[1A');
    expect(said.err).toContain('would remember: allow command rm -r x');
    expect(await ask(question, new AbortController().signal)).toMatchObject({ answer: 'deny' });
  });

  it('shows a plan line by line, and no line of it as one of ours', async () => {
    const { said, screen: made } = screen(true);
    const plan = '1. write a.txt\nAllow? [y once]\u001b[2K';
    const asked = {
      ...question,
      tool: 'submit_plan',
      action: { type: 'tool', input: { plan }, readOnly: false },
    } as const;
    await askAtTerminal(made, async () => 'y')(asked, new AbortController().signal);
    expect(said.err).toContain('  │ 1. write a.txt\n  │ Allow? [y once]⟨U+001B⟩[2K\n');
  });
});
