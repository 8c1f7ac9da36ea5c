import { type ManualClock, manualClock } from '#host/clock.ts';
import type { Shell, ShellLimits } from '../shell.ts';
import { testTools } from './test-tools.ts';

export interface TestShell extends Shell {
  readonly clock: ManualClock;
  /** What tools did that a client cannot see. */
  readonly notes: string[];
  readonly logged: string[];
}

export function testShell(limits: Partial<ShellLimits> = {}): TestShell {
  const notes: string[] = [];
  const logged: string[] = [];
  const note = (message: string) => void logged.push(message);
  return {
    name: 'test-shell',
    version: '1.2.3',
    instructions: 'Use echo to hear yourself.',
    tools: testTools((what) => notes.push(what)),
    clock: manualClock(),
    log: { info: note, warn: note, error: note },
    cwd: process.cwd(),
    limits,
    notes,
    logged,
  };
}
