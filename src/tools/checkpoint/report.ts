import { changesText, isStepUnchanged } from './changes.ts';
import type { Plan, PlannedSteps } from './plan.ts';
import type { Checkpoint } from './read-run.ts';
import type { Steps } from './steps.ts';
import { grid, MODES, stepCells } from './table.ts';
import type { StepState } from './view.ts';

/** A job and its run as one object: `--json`, and what agents get. */
export interface JobReport {
  name: string;
  file: string | null;
  mode: Plan['mode'];
  run: { id: string; status: string; started: string } | null;
  changes: string | null;
  steps: {
    id: string;
    after: string[];
    state: StepState | null;
    next: PlannedSteps['next'];
    why: string;
    note: string;
    tries: number;
    exitCode: number | null;
    ms: number | null;
    stdout: string | null;
    stderr: string | null;
    tail: string;
  }[];
}

/** Pure. */
export function checkpointReportOf(steps: Steps, file: string | null, found: Checkpoint | null, plan: Plan): JobReport {
  const views = new Map(found?.steps.map((view) => [view.id, view]));
  const planned = new Map(plan.steps.map((one) => [one.id, one]));
  return {
    name: steps.name,
    file,
    mode: plan.mode,
    run: found && {
      id: found.header.run,
      status: found.status,
      started: new Date(found.header.createdAt).toISOString(),
    },
    changes: plan.changes && !isStepUnchanged(plan.changes) ? changesText(plan.changes) : null,
    steps: steps.steps.map(({ id, after }) => {
      const view = views.get(id);
      const next = planned.get(id);
      return {
        id,
        after,
        state: view?.state ?? null,
        next: next?.next ?? 'run',
        why: next?.why ?? '',
        note: view?.note ?? '',
        tries: view?.tries ?? 0,
        exitCode: view?.exitCode ?? null,
        ms: view?.ms ?? null,
        stdout: view?.stdout.blob ?? null,
        stderr: view?.stderr.blob ?? null,
        tail: view?.tail ?? '',
      };
    }),
  };
}

/** Pure: the report for a person to read. */
export function reportText({ name, run, mode, changes, steps }: JobReport): string {
  const rows = steps.map((step) => [
    ...stepCells({ ...step, signal: null, note: '' }).slice(0, -1),
    step.next,
    step.why,
  ]);
  return [
    `${name}: ${run ? `run ${run.id} ${run.status}` : 'no run yet'}; ${MODES[mode]}`,
    ...(changes === null ? [] : [`changed since: ${changes}`]),
    ...grid(['step', 'state', 'tries', 'exit', 'time', 'next', 'why'], rows),
  ].join('\n');
}
