import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attemptOf, CLAIM, placeOf, taskOf, tempFolder } from '../test/attempting.ts';
import { denying, WHY } from '../test/permits.ts';
import { play, scripted, textOf } from './test/play.ts';

describe('C8 permissions of an ACP agent', () => {
  it('asks our policy, and picks the option that says the same', async () => {
    const line = 'ask execute {"command":"echo one > two"}';
    const allowed = await play([line]);
    expect(allowed.of('permission_request')).toMatchObject([
      { request: { id: 'call-1', action: { type: 'command', line: 'echo one > two' } } },
    ]);
    expect(allowed.of('tool_result')).toMatchObject([{ id: 'call-1', ok: true, text: 'did it' }]);
    const denied = await play([line], { place: { permit: denying('command') } });
    expect(denied.of('tool_result')).toMatchObject([{ id: 'call-1', ok: false }]);
    expect(denied.of('permission_answer')).toMatchObject([{ id: 'call-1', answer: { type: 'deny' } }]);
  });

  it('gives the reason in the next prompt, since the protocol has no field for it, and continues', async () => {
    const line = 'ask execute {"command":"echo one > two"}';
    const place = { permit: denying('command') };
    const { complete } = await play([line], { place });
    expect(textOf(complete)).toBe(`I heard: - execute (echo one > two): ${WHY} Ask.`);
    const claim = '{"claim":null,"blocker":"I may not"}';
    for (const after of ['', 'fail interrupted']) {
      const blocked = await play([`mend ${claim}`, line, after], { place, task: { claim: CLAIM } });
      expect(blocked.complete.result).toEqual({ type: 'blocker', blocker: 'I may not' });
    }
  });

  it('stops explaining to an agent that keeps trying', async () => {
    const line = 'again ask execute {"command":"echo one > two"}';
    const { complete, of } = await play([line], { place: { permit: denying('command') } });
    expect(complete.result.type).toBe('text');
    expect(of('permission_request')).toHaveLength(6);
  });

  it('does not believe a kind that hides a command', async () => {
    const { of } = await play(['ask read {"command":"rm -rf ."}']);
    expect(of('permission_request')).toMatchObject([{ request: { action: { type: 'command', line: 'rm -rf .' } } }]);
  });

  it('reads and writes for it only inside the folder, whatever links say, and asked', async () => {
    const outside = tempFolder();
    const folder = tempFolder();
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

  it('runs commands in the given sandbox after asking, and none if there is no sandbox to run them in', async () => {
    const { complete, of } = await play(['run echo $((6*7))']);
    expect(textOf(complete)).toContain('42');
    expect(of('permission_request')).toMatchObject([
      { request: { action: { type: 'command', line: 'echo $((6*7))' } } },
    ]);
    const denied = await play(['run echo $((6*7))'], { place: { permit: denying('command') } });
    expect(textOf(denied.complete)).not.toContain('42');
    const { exec: _, ...bare } = placeOf();
    const none = await attemptOf(scripted(), taskOf({ claim: null, prompt: 'run echo $((6*7))' }), bare, {});
    expect(textOf(none.complete)).toMatch(/^refused: .*cannot be run here/);
  });

  it('outlives a command that cannot be run, and tells the agent why', async () => {
    const exec = () => Promise.reject(new Error('the sandbox is on fire'));
    const { complete } = await play(['run ls', 'say still here'], { place: { exec } });
    expect(textOf(complete)).toContain('"output":"the sandbox is on fire"');
    expect(textOf(complete)).toContain('still here');
  });
});
