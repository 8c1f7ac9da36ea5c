import { ActivationId, RunId } from './ids.ts';

/** Which attempt of which activation of which run a task is. */
export interface AttemptOf {
  readonly run: RunId;
  readonly act: ActivationId;
  readonly attempt: number;
}

/** The id of such a task, as logs and transcripts have it. */
export const attemptId = ({ run, act, attempt }: AttemptOf): string => `${run}/${act}/${attempt}`;

/** What the id of a task says; null for a task that belongs to no run. An activation's name may have slashes. */
export function readAttemptId(id: string): AttemptOf | null {
  const [, runId, actId, attempt] = /^([^/]+)\/(.+)\/(\d+)$/.exec(id) ?? [];
  const [run, act] = [RunId.safeParse(runId), ActivationId.safeParse(actId)];
  return run.success && act.success ? { run: run.data, act: act.data, attempt: Number(attempt) } : null;
}
