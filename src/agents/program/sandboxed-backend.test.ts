import { describe, expect, it } from 'vitest';
import type { AgentTask } from '#contracts/agent.ts';
import type { PermissionRequest } from '#contracts/permission.ts';
import type { ProgramSandbox } from './program-sandbox.ts';
import { sandboxedBackend } from './sandboxed-backend.ts';

const TASK: AgentTask = { id: 't', agent: 'a', system: '', prompt: '', claim: null, limits: {} };
const ASKED: PermissionRequest = { id: '1', tool: 'Bash', action: { type: 'command', line: 'ls ~', cwd: '/ws' } };

/** The questions that a program in such a sandbox leads to. */
async function askedFrom(programSandbox: Pick<ProgramSandbox, 'sandboxed' | 'home'>): Promise<PermissionRequest[]> {
  const asked: PermissionRequest[] = [];
  const whole: ProgramSandbox = {
    ...{ modelUrl: null, env: {}, close: async () => undefined, ...programSandbox },
    start: () => Promise.reject(new Error('nothing is started')),
    offer: () => Promise.reject(new Error('nothing is offered')),
  };
  const backend = sandboxedBackend('b', { openProgramSandbox: async () => whole }, async ({ place, signal }) => {
    await place.permit(ASKED, signal);
    return { result: { type: 'text', text: 'done' } };
  });
  const permit = async (request: PermissionRequest) => {
    asked.push(request);
    return { type: 'allow', by: 'mode' } as const;
  };
  for await (const _ of backend.attempt(TASK, { folder: '/ws', tools: [], permit }, new AbortController().signal));
  return asked;
}

describe('C8 questions of a program', () => {
  it('has the sandbox’s home in its questions; on the bare machine the person’s', async () => {
    expect(await askedFrom({ sandboxed: true, home: '/seats/a' })).toEqual([{ ...ASKED, home: '/seats/a' }]);
    expect(await askedFrom({ sandboxed: true, home: null })).toEqual([ASKED]);
    expect(await askedFrom({ sandboxed: false, home: '/home/me' })).toEqual([ASKED]);
  });
});
