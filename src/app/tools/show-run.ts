import { z } from 'zod';
import { toErrorInfo } from '#contracts/errors.ts';
import { textOf } from '#contracts/run-timeline.ts';
import { labelOf, runView } from '#contracts/run-view.ts';
import { defineTool } from '#contracts/tool.ts';
import { findRun } from '#engine/find-run.ts';
import { eventsOf, type Runs, statusOf } from '#engine/runs.ts';

/** The latest matter most, and an answer should fit a model's context. */
const MOMENTS = 100;

export const showRunTool = (runs: Runs) =>
  defineTool({
    name: 'show_run',
    title: 'Show a run',
    description: 'One run: its status, its nodes, its open questions and what happened last, in words.',
    input: z.object({ run: z.string().min(1).describe('An id, the beginning of one, or "last"') }),
    output: z.object({
      run: z.string(),
      title: z.string(),
      status: z.string(),
      simulated: z.boolean(),
      nodes: z.array(z.object({ name: z.string(), kind: z.string(), state: z.string(), attempts: z.number() })),
      questions: z.array(z.object({ act: z.string(), signal: z.string(), question: z.string() })),
      happened: z.array(z.string()),
      result: z.string().nullable(),
      error: z.string().nullable(),
    }),
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    examples: [{ title: 'The newest run', input: { run: 'last' } }],
    errors: { RUN_UNKNOWN: 'No run, or more than one, fits the id.' },
    overrun: 'stop',
    run: async ({ run: wanted }) => {
      try {
        const header = await findRun(runs.store, wanted);
        const view = runView(await eventsOf(runs.store, header.run));
        return {
          ok: true,
          output: {
            run: header.run,
            title: header.title,
            status: statusOf(header, runs),
            simulated: header.simulated,
            nodes: view.nodes.map((node) => ({
              name: labelOf(node),
              kind: node.kind,
              state: node.state,
              attempts: node.attempts,
            })),
            questions: view.questions.map(({ act, signal, question, error }) => ({
              act,
              signal,
              question: question ? textOf(question) : (error?.message ?? ''),
            })),
            happened: view.timeline.slice(-MOMENTS).map(({ seq, text }) => `${seq} ${text}`),
            result: view.output ? textOf(view.output) : null,
            error: view.error ? `${view.error.code}: ${view.error.message}` : null,
          },
        };
      } catch (thrown) {
        return { ok: false, error: toErrorInfo(thrown) };
      }
    },
  });
