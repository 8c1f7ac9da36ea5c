import { describe, expect, it } from 'vitest';
import type { Action, PermissionRequest } from '#contracts/permission.ts';
import type { AskPermit } from '../program/ask-permit.ts';
import { askOnce } from './ask-once.ts';

const { signal } = new AbortController();
const of = (tool: string, action: Action): PermissionRequest => ({ id: '1', tool, action });
const command = (line: string): Action => ({ type: 'command', line, cwd: '/a' });

function asking(type: 'allow' | 'deny') {
  const asked: string[] = [];
  const ask: AskPermit = async ({ tool }) => {
    asked.push(tool);
    return type === 'allow'
      ? { type, by: 'mode' }
      : { type, by: 'rule', error: { code: 'PERMISSION_DENIED', message: 'no' } };
  };
  return { asked, ...askOnce(ask) };
}

describe('C8 a permission that an agent asks for before it acts', () => {
  it('is asked once, for exactly that, and once only', async () => {
    const { asked, before, after } = asking('allow');
    await before(of('Bash', command('ls')), signal);
    expect(await after(of('terminal', command('ls')), signal)).toEqual({ type: 'allow', by: 'mode' });
    expect(asked).toEqual(['Bash']);
    await after(of('terminal', command('ls')), signal);
    await before(of('Bash', command('ls')), signal);
    await after(of('terminal', command('ls; rm -rf .')), signal);
    expect(asked).toEqual(['Bash', 'terminal', 'Bash', 'terminal']);
  });

  it('is asked again where the first answer was no', async () => {
    const { asked, before, after } = asking('deny');
    await before(of('Bash', command('ls')), signal);
    expect(await after(of('terminal', command('ls')), signal)).toMatchObject({ type: 'deny' });
    expect(asked).toEqual(['Bash', 'terminal']);
  });

  it('is identified by its tool if nothing else describes it', async () => {
    const { asked, before, after } = asking('allow');
    const action: Action = { type: 'tool', input: { words: 'hi' }, readOnly: false };
    await before(of('note', action), signal);
    await after(of('forget', action), signal);
    await after(of('note', { ...action, readOnly: true }), signal);
    await after(of('note', action), signal);
    expect(asked).toEqual(['note', 'forget', 'note']);
  });
});
