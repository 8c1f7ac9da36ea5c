import { describe, expect, it } from 'vitest';
import type { AskPerson, PermissionQuestion, Permit, PersonAnswer } from '#contracts/permission.ts';
import { planGate } from './plan-gate.ts';

const no: Permit = async () => ({ type: 'deny', by: 'rule', error: { code: 'PERMISSION_DENIED', message: 'asked' } });
const yes: Permit = async () => ({ type: 'allow', by: 'mode' });
const WRITE = { id: '1', tool: 'write', action: { type: 'write' as const, paths: ['a'] } };
const context = { signal: new AbortController().signal, cwd: '/', progress: () => undefined };

function gate(...answers: PersonAnswer[]) {
  const asked: PermissionQuestion[] = [];
  const askPerson: AskPerson = async (question) => {
    asked.push(question);
    return answers.shift() ?? { answer: 'deny', scope: 'once' };
  };
  const hold = async (plan: string) => [`code: ${plan.length} signs`];
  return { asked, ...planGate(no, yes, askPerson, hold) };
}

describe('C8 K11.1 a plan is approved before it is carried out', () => {
  it('as a whole: after the yes, single steps need no question', async () => {
    const { permit, tool, asked } = gate({ answer: 'allow', scope: 'once' });
    expect(await permit(WRITE, context.signal)).toMatchObject({ type: 'deny' });
    expect(await tool.run({ plan: '1. Write a.' }, context)).toMatchObject({ ok: true, output: { approved: true } });
    // The person is shown all of it.
    const input = { plan: '1. Write a.', heldAgainst: ['code: 11 signs'] };
    expect(asked).toMatchObject([{ tool: 'submit_plan', action: { input } }]);
    expect(await permit(WRITE, context.signal)).toMatchObject({ type: 'allow' });
  });

  it('or not at all, and the agent learns why', async () => {
    const { permit, tool } = gate({ answer: 'deny', scope: 'once', why: 'tests first' });
    expect(await tool.run({ plan: '1. Write a.' }, context)).toMatchObject({
      ok: false,
      error: { code: 'PERMISSION_DENIED', message: 'the plan was not approved: tests first' },
    });
    expect(await permit(WRITE, context.signal)).toMatchObject({ type: 'deny' });
  });
});
