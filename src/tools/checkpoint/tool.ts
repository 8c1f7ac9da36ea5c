import { z } from 'zod';
import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import { defineTool } from '#contracts/tool.ts';
import { findCheckpoint, withChoices } from './find-checkpoint.ts';
import { parseSteps } from './parse-steps.ts';
import { makePlan } from './plan.ts';
import type { CheckpointStore } from './read-run.ts';
import { readSteps } from './read-steps.ts';
import { checkpointReportOf, type JobReport, reportText } from './report.ts';
import { STEP_STATES } from './view.ts';

const Input = z.strictObject({
  file: z
    .string()
    .min(1)
    .optional()
    .describe('The steps file (YAML), relative to the working folder. Its steps run in the folder it is in.'),
  steps: z
    .string()
    .min(1)
    .optional()
    .describe('The text of a steps file, to check a draft before it is written; give this or `file`.'),
});

const Output = z.strictObject({
  name: z.string().describe('The name of the job'),
  file: z.string().nullable().describe('The real path of the steps file; null for a draft'),
  mode: z
    .enum(['start', 'resume', 'continue', 'nothing'])
    .describe(
      'What running it now would do: begin; continue its run; begin a new run that takes over results that still count; nothing, all is done',
    ),
  run: z
    .strictObject({
      id: z.string().describe('The run that belongs to this file: the newest'),
      status: z.string().describe('running, waiting, paused, interrupted, completed, failed or cancelled'),
      started: z.string().describe('When it began (ISO 8601)'),
    })
    .nullable()
    .describe('null when the job has never run on this machine'),
  changes: z
    .string()
    .nullable()
    .describe('What is different in the file since that run began, in words; null for nothing'),
  steps: z
    .array(
      z.strictObject({
        id: z.string().describe('The step'),
        after: z.array(z.string()).describe('Steps it waits for'),
        state: z.enum(STEP_STATES).nullable().describe('Its state in the run; null when it is not part of one'),
        next: z
          .enum(['keep', 'run', 'check', 'ask'])
          .describe('What happens to it next: its result counts, it runs, its check decides, or a person is asked'),
        why: z.string().describe('The reason for `next`'),
        note: z.string().describe('What the run says about it'),
        tries: z.number().describe('Times its command was started in the run'),
        exitCode: z.number().nullable().describe('Of its last try'),
        ms: z.number().nullable().describe('How long its last try took'),
        stdout: z.string().nullable().describe('Blob of all it wrote to standard output'),
        stderr: z.string().nullable().describe('Blob of all it wrote to standard error'),
        tail: z.string().describe('The last lines of a failure'),
      }),
    )
    .describe('Every step, in the order of the file'),
});

export interface CheckpointToolOptions {
  /** Opens the runs of this machine on demand; without it only drafts can be examined. */
  readonly open?: () => Promise<CheckpointStore>;
}

/** Reads only: running a job is for `assay checkpoint run`. */
export const checkpointTool = (options: CheckpointToolOptions = {}) =>
  defineTool({
    name: 'checkpoint',
    title: 'Checkpoint: the state of a long job',
    description: [
      'Shows the state of a long job of shell steps and what running it now would do: which results count, what runs (again) and why, where a person must decide. Runs nothing.',
      'The job is a YAML file: `name`, `max_parallel` (1), and `steps`, each with `id` (snake_case), `run` (text for sh, or a list of words), `after` (ids), `inputs` (files, folders, patterns), `outputs` (files), `env`, `timeout` ("10m"), `retries` (0), `idempotent` (false), `check` (a command that exits with 0 when the step is done already), `continue_on_failure` (false).',
      '`assay checkpoint run FILE` runs it; after any interruption the same command continues: what is done is skipped, what failed is tried again, and a step that is not idempotent and has no check never runs twice without being asked about.',
    ].join('\n'),
    input: Input,
    output: Output,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    examples: [
      {
        title: 'Check a draft',
        input: {
          steps:
            'name: nightly\nsteps:\n  - id: fetch\n    run: curl -fsSO https://example.org/data.csv\n    outputs: [data.csv]\n    idempotent: true\n    retries: 3\n',
        },
      },
      {
        title: 'Steps that wait for each other in the right order',
        input: {
          steps:
            'name: release\nmax_parallel: 2\nsteps:\n  - { id: build, run: make, idempotent: true, outputs: [app] }\n  - { id: lint, run: [make, lint], idempotent: true }\n  - { id: publish, run: make publish, after: [build, lint], check: make is-published }\n',
        },
      },
    ],
    errors: {
      TOOL_INPUT_INVALID: 'Neither or both of `file` and `steps` were given.',
      SOURCE_UNREADABLE: 'The steps file does not exist or cannot be read.',
      STEPS_INVALID:
        'The steps do not fit: every problem with its line; unknown keys, missing ids and circles are named.',
      STORE_CORRUPT: 'The run database is damaged; says how to save what can be read.',
      TOOL_FAILED: 'This tool was set up without a run database, so that only drafts can be looked at.',
      LOG_TAMPERED: "The job's run cannot be read to its end; says what can be done.",
    },
    overrun: 'stop',
    run: async (input, { cwd }) => {
      try {
        const report = await look(options, input, cwd);
        return { ok: true, output: report, text: reportText(report) };
      } catch (thrown) {
        return { ok: false, error: toErrorInfo(thrown, 'TOOL_FAILED') };
      }
    },
  });

async function look(
  { open }: CheckpointToolOptions,
  { file, steps: text }: z.output<typeof Input>,
  cwd: string,
): Promise<JobReport> {
  if (file !== undefined && text === undefined) {
    const source = await readSteps(file, cwd);
    const found = await findCheckpoint(await opened(open, source.shown), source.file);
    return checkpointReportOf(source, source.file, found, await makePlan(source.steps, source.folder, found));
  }
  if (text !== undefined && file === undefined) {
    const draft = parseSteps(text, 'steps');
    return checkpointReportOf(draft, null, null, await makePlan(draft.steps, cwd, null));
  }
  throw new AssayError('TOOL_INPUT_INVALID', 'give `file` or `steps`, one of them', {
    next: 'A file that exists: {"file": "STEPS.yaml"}. A draft: {"steps": "name: …"}.',
  });
}

async function opened(open: CheckpointToolOptions['open'], file: string): Promise<CheckpointStore> {
  if (!open) {
    throw new AssayError('TOOL_FAILED', `how far ${file} has come is not known here: this tool has no run database`, {
      next: 'Ask through `assay tool checkpoint` or `assay mcp`, or give the text as `steps` to check it.',
    });
  }
  try {
    return await open();
  } catch (thrown) {
    throw withChoices(thrown, file);
  }
}
