import type { Goto, NodeOutcome } from '#contracts/executor.ts';
import type { ActivationId } from '#contracts/ids.ts';
import type { Json } from '#contracts/json.ts';
import type { Payload } from '#contracts/payload.ts';
import type { NodeReport } from '../step/report.ts';
import type { Target } from '../step/schedule.ts';

type IntoLog = (value: Json) => Payload | Promise<Payload>;

/** An executor's outcome in the log's form: payloads inline or as blobs. Synchronous for small ones. */
export function nodeReportOf(
  act: ActivationId,
  attempt: number,
  ms: number,
  outcome: NodeOutcome,
  intoLog: IntoLog,
): NodeReport | Promise<NodeReport> {
  const { usage, tree, cancel } = outcome;
  const base = { act, attempt, ms: Math.round(ms * 1000) / 1000, usage, tree, cancel };
  const logged = loggedOutcome(outcome, intoLog);
  if (logged instanceof Promise) return logged.then((ready) => ({ ...base, outcome: ready }));
  return { ...base, outcome: logged };
}

function loggedOutcome(outcome: NodeOutcome, intoLog: IntoLog): NodeReport['outcome'] | Promise<NodeReport['outcome']> {
  switch (outcome.type) {
    case 'goto':
      return whenReady(targetOf(outcome.to, intoLog), (to) => ({ type: 'goto', to }));
    case 'fork': {
      const { collect } = outcome;
      const branches = outcome.branches.map((branch) => targetOf(branch, intoLog));
      return whenReady(allReady(branches), (ready) => ({ type: 'fork', branches: ready, collect }));
    }
    case 'end':
      if (outcome.result === undefined) return { type: 'end' };
      return whenReady(intoLog(outcome.result), (result) => ({ type: 'end', result }));
    case 'exit':
      return whenReady(intoLog(outcome.output), (output) => ({ type: 'exit', output }));
    case 'note':
      return whenReady(intoLog(outcome.note), (note) => ({ type: 'note', note }));
    case 'ask': {
      const { signal } = outcome;
      return whenReady(intoLog(outcome.question), (question) => ({ type: 'ask', signal, question }));
    }
    case 'failed':
      return { type: 'failed', error: outcome.error, follow: outcome.follow };
  }
}

function targetOf({ port, payload, name, after }: Goto, intoLog: IntoLog): Target | Promise<Target> {
  return whenReady(intoLog(payload), (logged) => ({ port, payload: logged, name, after }));
}

function whenReady<A, B>(value: A | Promise<A>, next: (ready: A) => B): B | Promise<B> {
  return value instanceof Promise ? value.then(next) : next(value);
}

function allReady<T>(values: readonly (T | Promise<T>)[]): T[] | Promise<T[]> {
  if (values.some((value) => value instanceof Promise)) return Promise.all(values);
  // None is a promise: checked in the line above.
  return values as T[];
}
