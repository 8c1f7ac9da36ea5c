import { runProcess } from '#host/run-process.ts';
import type { PersonProgram } from './pull-request.ts';

/** A program in the person's checkout, with their login: what they would have typed themselves. */
export function personProgram(folder: string, env: Readonly<Record<string, string>>): PersonProgram {
  return async (program, args) => {
    const done = await runProcess({ program, args: [...args], cwd: folder, env, timeoutMs: 120_000 });
    if (done.outcome === 'unstartable') return { type: 'missing' };
    const late = done.outcome === 'exited' ? '' : `${program} was ended: ${done.outcome}`;
    const err = [done.stderr.text.trim(), late].filter((text) => text !== '').join('\n');
    return { type: 'ended', code: done.exitCode, out: done.stdout.text, err };
  };
}
