import { describe, expect, it } from 'vitest';
import { TurnId } from '#contracts/chat-turn.ts';
import type { PermissionQuestion } from '#contracts/permission.ts';
import { PERMISSION_SIGNAL } from '#contracts/signals.ts';
import { manualClock } from '#host/clock.ts';
import { redactor } from '#host/redact.ts';
import { ChatFold } from '#sessions/chat/chat-fold.ts';
import { DecidedPermission } from '#sessions/chat/chat-types.ts';
import { askInLog } from './ask-in-log.ts';
import type { TurnWatch } from './turn-watch.ts';

const QUESTION: PermissionQuestion = {
  ...{ id: 'call-1', tool: 'write', why: 'a person looks at src', remember: [] },
  action: { type: 'write', paths: ['src/a.js'] },
};

/** A conversation in which nobody answers in time; `atTheEnd` is in its log before the no that follows from it. */
async function asked(atTheEnd?: Omit<DecidedPermission, 'request'>) {
  const fold = new ChatFold();
  const first = (decided: DecidedPermission) => {
    if (!fold.decisions.has(decided.request)) fold.decisions.set(decided.request, decided);
  };
  const watch: TurnWatch = {
    signal: new AbortController().signal,
    until: async (find) => find(fold) ?? null,
    close: () => {},
  };
  const ask = askInLog({
    ...{ turn: TurnId.parse('m1'), attempt: 1, clock: manualClock(), redactor: redactor({}, {}), watch, patienceMs: 5 },
    tell: async (signal, payload) => {
      if (signal !== PERMISSION_SIGNAL) return;
      const no = DecidedPermission.parse(payload);
      if (atTheEnd) first({ ...atTheEnd, request: no.request });
      first(no);
    },
  });
  return ask(QUESTION, new AbortController().signal);
}

describe('S2.3 a question in a conversation, when its time is over', () => {
  it('is a no where nobody has answered', async () => {
    expect(await asked()).toMatchObject({ answer: 'deny', why: expect.stringContaining('nobody answered') });
  });

  it('is what a person said in that moment, as the log has it', async () => {
    expect(await asked({ decision: 'allow', scope: 'session' })).toEqual({ answer: 'allow', scope: 'session' });
    expect(await asked({ decision: 'deny', scope: 'once', note: 'not that' })).toEqual({
      ...{ answer: 'deny', scope: 'once', why: 'not that' },
    });
  });
});
