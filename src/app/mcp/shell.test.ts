import { describe, expect, it } from 'vitest';
import { readyShell } from './shell.ts';
import { testShell } from './testing/test-shell.ts';

const names = (shell: Parameters<typeof readyShell>[0]) => readyShell(shell).listed.map((tool) => tool.name);

describe('readyShell', () => {
  it('adds a tool that collects long calls, under the requested name', () => {
    expect(names(testShell())).toEqual(['echo', 'hold', 'release', 'misbehave', 'check_call']);
    expect(names({ ...testShell(), checkName: 'wait_for' })).toContain('wait_for');
  });

  it('leaves that tool out when no call can be long', () => {
    const shell = testShell();
    expect(names({ ...shell, tools: shell.tools.filter((tool) => tool.overrun === 'stop') })).not.toContain(
      'check_call',
    );
  });

  it('refuses two tools of one name, its own included', () => {
    const shell = testShell();
    expect(() => readyShell({ ...shell, tools: [...shell.tools, ...shell.tools] })).toThrow(
      'Two tools are called echo.',
    );
    expect(() => readyShell({ ...shell, checkName: 'hold' })).toThrow('Two tools are called hold.');
  });

  it('refuses a name clients would refuse', () => {
    const shell = testShell();
    const odd = shell.tools.map((tool) => ({ ...tool, name: `${tool.name} it` }));
    expect(() => readyShell({ ...shell, tools: odd })).toThrow(/"echo it"/);
  });

  it('takes secrets out of the environment tools get', () => {
    const { env } = readyShell({ ...testShell(), env: { PATH: '/bin', ANTHROPIC_API_KEY: 'k', UNSET: undefined } });
    expect(env.PATH).toBe('/bin');
    expect(Object.keys(env)).not.toContain('ANTHROPIC_API_KEY');
    expect(readyShell(testShell()).env).toEqual({});
  });
});
