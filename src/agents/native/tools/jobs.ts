import { z } from 'zod';
import type { ExecResult } from '#contracts/exec.ts';
import { Json } from '#contracts/json.ts';
import { defineTool } from '#contracts/tool.ts';
import type { NativeTool } from './native-tool.ts';

const input = z.object({
  id: z.string(),
  seconds: z.number().int().min(0).max(600).optional().describe('how long to wait for its end; 0 to look'),
  stop: z.boolean().optional(),
});
const output = z.object({ ended: z.boolean(), exitCode: z.number().nullable() });

export interface BackgroundJob {
  readonly command: string;
  readonly seconds: number;
  readonly ended: Promise<ExecResult>;
  stop(): void;
}

/** Commands that run while their agent does something else. They end with the attempt at the latest. */
export class Jobs {
  readonly #jobs = new Map<string, BackgroundJob>();

  add(job: BackgroundJob): string {
    const id = `job${this.#jobs.size + 1}`;
    this.#jobs.set(id, job);
    return id;
  }

  get(id: string): BackgroundJob | undefined {
    return this.#jobs.get(id);
  }

  get names(): string[] {
    return [...this.#jobs.keys()];
  }
}

/** Waits for a background command, checks whether it has ended, or ends it. */
export const jobTool = (
  jobs: Jobs,
  report: (ended: ExecResult, seconds: number) => string,
): NativeTool<typeof input, typeof output> => ({
  parallel: true,
  tool: defineTool({
    name: 'job',
    title: 'Look after a background command',
    description: 'Waits for a command that shell started in the background and gives its output, or stops it.',
    input,
    output,
    annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    examples: [{ title: 'Wait for it', input: { id: 'job1', seconds: 60 } }],
    errors: { TOOL_INPUT_INVALID: 'there is no such job' },
    run: async ({ id, seconds = 60, stop = false }, { signal }) => {
      const job = jobs.get(id);
      if (job === undefined) {
        const next = jobs.names.length === 0 ? 'None was started.' : `There are: ${jobs.names.join(', ')}.`;
        return { ok: false, error: { code: 'TOOL_INPUT_INVALID', message: `there is no job ${id}`, next } };
      }
      if (stop) job.stop();
      const ended = await first(job.ended, stop ? 10 : seconds, signal);
      if (ended === null)
        return {
          ok: true,
          output: { ended: false, exitCode: null },
          text: `still running: ${job.command.slice(0, 200)}`,
        };
      return { ok: true, output: { ended: true, exitCode: ended.exitCode }, text: report(ended, job.seconds) };
    },
  }),
  prepare: async (wanted) => ({
    ok: true,
    action: { type: 'tool', input: Json.parse(wanted), readOnly: true },
    input: wanted,
  }),
});

async function first(ended: Promise<ExecResult>, seconds: number, signal: AbortSignal): Promise<ExecResult | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), seconds * 1_000);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  try {
    return await Promise.race([ended, late]);
  } finally {
    clearTimeout(timer);
  }
}
