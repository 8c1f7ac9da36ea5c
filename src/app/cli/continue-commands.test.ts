import { expect, it } from 'vitest';
import { FAILURE_SIGNAL } from '#contracts/mail.ts';
import { GUIDANCE_SIGNAL } from '#contracts/signals.ts';
import { answerCommand } from './continue-commands.ts';

it.each([
  [GUIDANCE_SIGNAL, 'assay guide r1 "your advice", then assay runs resume r1'],
  [FAILURE_SIGNAL, 'assay runs answer r1 retry --resume (or skip, or fail)'],
  ['ship', 'assay runs answer r1 ANSWER --resume'],
])('what asks under %s is answered by the command that takes it', (signal, command) => {
  expect(answerCommand('r1', [{ signal }])).toBe(command);
});
