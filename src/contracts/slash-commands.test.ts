import { describe, expect, it } from 'vitest';
import { readSlash, slashHelp } from './slash-commands.ts';

describe('C10.4 slash commands', () => {
  it.each([
    ['/stop', { type: 'stop' }],
    ['/quit', { type: 'leave' }],
    ['/rename Why totals are wrong', { type: 'note', patch: { title: 'Why totals are wrong' } }],
    ['/label #bug, urgent', { type: 'label', labels: ['bug', 'urgent'] }],
    ['/status done', { type: 'note', patch: { status: 'done' } }],
    ['/research how long?', { type: 'research', question: 'how long?', depth: 'standard', web: false }],
    ['/research --deep --web why', { type: 'research', question: 'why', depth: 'deep', web: true }],
    ['/research --deep', { type: 'wrong', why: 'it goes like this: /research [--quick|--deep] [--web] QUESTION' }],
    ['/archive', { type: 'note', patch: { archived: true } }],
    ['/rename', { type: 'wrong', why: 'it goes like this: /rename TITLE' }],
    ['/status soon', { type: 'wrong', why: 'it goes like this: /status open|waiting|done|dropped' }],
    ['/stpo', { type: 'wrong', why: 'there is no /stpo; /help lists what there is' }],
  ])('reads %s', (line, command) => {
    expect(readSlash(line)).toEqual(command);
  });

  it.each(['why?', '/usr/bin/env is missing', '/tmp/x.log', '/stop\nand then', '/ stop', ''])(
    'leaves %j to the agent',
    (line) => {
      expect(readSlash(line)).toBeNull();
    },
  );

  it('leaves a skill of one word to the agent, and no command', () => {
    const isSkill = (name: string): boolean => ['tidy', 'stop'].includes(name);
    expect(readSlash('/tidy src/a.ts', isSkill)).toBeNull();
    expect(readSlash('/stop', isSkill)).toEqual({ type: 'stop' });
    expect(readSlash('/tydi', isSkill)).toMatchObject({ type: 'wrong' });
  });

  it('offers leaving by a word in the terminal alone', () => {
    expect(slashHelp('terminal').join()).toContain('/exit');
    expect(slashHelp('window').join()).not.toContain('/exit');
  });
});
