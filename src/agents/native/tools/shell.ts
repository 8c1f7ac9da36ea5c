import { z } from 'zod';
import type { AttemptEnv } from '#contracts/agent.ts';
import type { ExecOutput, ExecResult } from '#contracts/exec.ts';
import { BlobHash } from '#contracts/ids.ts';
import { defineTool, type ToolResult } from '#contracts/tool.ts';
import { locate } from '../files/locate.ts';
import type { Jobs } from './jobs.ts';
import { type NativeTool, toResult } from './native-tool.ts';

const input = z.object({
  command: z
    .string()
    .min(1)
    .max(20_000)
    .regex(/^[^\0]*$/, 'no null characters')
    .transform((text) => text.replaceAll('\r\n', '\n')),
  cwd: z.string().optional(),
  seconds: z.number().int().positive().max(1_800).optional(),
  background: z.boolean().optional().describe('return at once; read the output later with job'),
});
const output = z.object({
  outcome: z.string(),
  exitCode: z.number().nullable(),
  /** All of the output, where it was truncated before. */
  blob: BlobHash.optional(),
});

const USUAL_SECONDS = 120;

/** Runs in the workspace's sandbox: there is none of our own to fall back to. */
export function shellTool(
  place: AttemptEnv,
  exec: NonNullable<AttemptEnv['exec']>,
  jobs: Jobs,
): NativeTool<typeof input, typeof output> {
  return {
    parallel: false,
    tool: defineTool({
      name: 'shell',
      title: 'Run a command',
      description: 'Runs bash, one line or several, in the working folder and gives its output. Not for editing files.',
      input,
      output,
      annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
      examples: [{ title: 'The tests', input: { command: 'npm test', seconds: 300 } }],
      errors: { COMMAND_REFUSED: 'it may not be run', PROCESS_UNSTARTABLE: 'it could not be started' },
      run: ({ command, cwd = '', seconds = USUAL_SECONDS, background = false }, { signal }) =>
        toResult(async (): Promise<ToolResult<z.output<typeof output>>> => {
          const line = {
            program: 'bash',
            args: ['-c', command],
            cwd: cwd === '' ? '.' : cwd,
            timeoutMs: seconds * 1_000,
          };
          if (background) {
            const off = new AbortController();
            const ended = exec(line, AbortSignal.any([signal, off.signal]));
            const id = jobs.add({ command, seconds, ended, stop: () => off.abort() });
            return { ok: true, output: { outcome: 'started', exitCode: null }, text: `started as ${id}` };
          }
          const ended = await exec(line, signal);
          if (ended.outcome === 'unstartable') {
            const error = ended.error ?? { code: 'PROCESS_UNSTARTABLE', message: 'the command could not be started' };
            return { ok: false, error };
          }
          const blob = ended.stdout.blob ?? ended.stderr.blob;
          const told = { outcome: ended.outcome, exitCode: ended.exitCode, ...(blob === undefined ? {} : { blob }) };
          return { ok: true, output: told, text: commandReport(ended, seconds) };
        }),
    }),
    async prepare(wanted) {
      const where = await locate(place.folder, wanted.cwd ?? '.');
      const action = { type: 'command', line: wanted.command, cwd: where.path === '' ? '.' : where.path } as const;
      return { ok: true, action, input: { ...wanted, cwd: where.path } };
    },
  };
}

/** The exit comes first: the end of a long output may be cut off. */
export function commandReport(ended: ExecResult, seconds: number): string {
  const parts = [endingOf(ended, seconds), told('', ended.stdout), told('stderr:\n', ended.stderr)];
  if (ended.leftovers > 0) parts.push(`[${ended.leftovers} processes were still running and were ended.]`);
  return parts.filter((part) => part !== '').join('\n');
}

function endingOf({ outcome, exitCode, signal, limit }: ExecResult, seconds: number): string {
  switch (outcome) {
    case 'exited':
      return `exit code ${exitCode}`;
    case 'signalled':
      return `ended by ${signal}`;
    case 'timed-out':
      return `stopped after ${seconds} s`;
    case 'over-limit':
      return `stopped: it went over the limit of ${limit ?? 'the sandbox'}`;
    case 'too-much-output':
      return 'stopped: it said too much';
    default:
      return `stopped: ${outcome}`;
  }
}

const REPLACED = '\uFFFD';

function told(label: string, { text, bytes }: ExecOutput): string {
  if (bytes === 0) return '';
  const odd = text.includes('\0') || text.split(REPLACED).length - 1 > Math.max(8, text.length / 20);
  if (odd) return `${label}[${bytes} bytes that are not text; they are not shown]`;
  return `${label}${text.replace(/\n$/, '')}`;
}
