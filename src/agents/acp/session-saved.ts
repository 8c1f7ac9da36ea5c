import { setTimeout as sleep } from 'node:timers/promises';
import type { ProgramSandbox } from '../program/program-sandbox.ts';
import type { AcpProfile, LastAnswer } from './acp-profile.ts';

const POLL_MS = 50;
const MOST_MS = 5_000;

/**
 * Waits until the agent has written its last answer to disk, if it does that only after sending it: an agent that is
 * ended earlier cannot resume its session later. False when it does not happen.
 */
export async function sessionSaved(
  profile: AcpProfile,
  programSandbox: ProgramSandbox,
  answer: LastAnswer,
): Promise<boolean> {
  for (let waited = 0; waited <= MOST_MS; waited += POLL_MS) {
    if ((await profile.isKept?.(programSandbox, answer)) ?? true) return true;
    await sleep(POLL_MS);
  }
  return false;
}
