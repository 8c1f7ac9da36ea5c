import type { AttemptRunner } from '#contracts/agent.ts';
import type { Clock } from '#contracts/clock.ts';
import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import type { Executor, NodeOutcome, NodeTask, TaskHost } from '#contracts/executor.ts';
import { toJson } from '#contracts/json.ts';
import type { Usage } from '#contracts/usage.ts';
import type { BuiltNode } from '../graph/graph.ts';
import type { GraphRegistry } from '../graph/registry.ts';
import { makeAttempt } from './attempt.ts';
import { checkNodeInput, checkOutcome } from './check-payloads.ts';
import { asideContext, nodeContext, outcomeOf } from './outcomes.ts';

export interface InProcessOptions {
  readonly graphs: GraphRegistry;
  readonly clock: Clock;
  readonly attemptRunner?: AttemptRunner | undefined;
}

/** Runs nodes in this process. Never throws: whatever a handler does, an outcome comes back. */
export function inProcessExecutor({ graphs, clock, attemptRunner }: InProcessOptions): Executor {
  return {
    async execute(task, host, signal) {
      const node = graphs.get(task.graph.name)?.nodes.get(task.node);
      if (!node)
        return failure(new AssayError('GRAPH_UNKNOWN', `this process does not know ${task.graph.name}/${task.node}`));
      if (task.timeoutMs === undefined) return guarded(node, task, host, signal, attemptRunner);
      return limited(task.timeoutMs, clock, signal, (limit) => guarded(node, task, host, limit, attemptRunner));
    },
  };
}

/** A handler that ignores its signal is abandoned: the run does not wait for it. */
async function limited(
  ms: number,
  clock: Clock,
  outer: AbortSignal,
  run: (signal: AbortSignal) => Promise<NodeOutcome>,
): Promise<NodeOutcome> {
  const inner = new AbortController();
  const pass = () => inner.abort(outer.reason);
  outer.addEventListener('abort', pass, { once: true });
  let stop = () => {};
  const late = new Promise<NodeOutcome>((resolve) => {
    stop = clock.after(ms, () => {
      const error = new AssayError('NODE_TIMEOUT', `not done after ${ms} ms`);
      inner.abort(error);
      resolve({ type: 'failed', error: error.toInfo(), follow: 'retry' });
    });
  });
  try {
    return await Promise.race([run(inner.signal), late]);
  } finally {
    stop();
    outer.removeEventListener('abort', pass);
  }
}

async function guarded(
  node: BuiltNode,
  task: NodeTask,
  host: TaskHost,
  signal: AbortSignal,
  attemptRunner: AttemptRunner | undefined,
): Promise<NodeOutcome> {
  if (signal.aborted) return aborted();
  let onAbort = () => {};
  const cut = new Promise<NodeOutcome>((resolve) => {
    onAbort = () => resolve(aborted());
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([handle(node, task, host, signal, attemptRunner), cut]);
  } catch (thrown) {
    return signal.aborted ? aborted() : threw(thrown);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

async function handle(
  node: BuiltNode,
  task: NodeTask,
  host: TaskHost,
  signal: AbortSignal,
  attemptRunner: AttemptRunner | undefined,
): Promise<NodeOutcome> {
  const { handler } = node;
  const input = checkNodeInput(node, task);
  switch (handler.by) {
    case 'code':
      return checkOutcome(node, outcomeOf(await handler.run(input, nodeContext(task, node, host, signal))));
    case 'note':
      return {
        type: 'note',
        note: toJson((await handler.run(input, asideContext(task, host, signal))) ?? null, 'note'),
      };
    case 'graph': {
      const output = handler.graph.output.parse(task.child);
      return checkOutcome(node, outcomeOf(await handler.take(output, input, nodeContext(task, node, host, signal))));
    }
    case 'agent-note': {
      const attempt = await makeAttempt(attemptRunner, handler.spec, input, task, host, signal);
      if (attempt.type === 'failed') return attempt;
      return paid(attempt.usage, async () => ({ type: 'note', note: toJson(attempt.claim, 'note') }));
    }
    case 'agent': {
      const attempt = await makeAttempt(attemptRunner, handler.spec, input, task, host, signal);
      const ctx = nodeContext(task, node, host, signal);
      if (attempt.type === 'failed') {
        // A run that is out of its budget, or is being stopped, goes nowhere.
        if (handler.otherwise === undefined || attempt.follow === 'budget' || signal.aborted) return attempt;
        const { otherwise } = handler;
        return paid(attempt.usage, async () =>
          checkOutcome(node, outcomeOf(await otherwise(attempt.error, input, ctx))),
        );
      }
      return paid(attempt.usage, async () =>
        checkOutcome(node, outcomeOf(await handler.take(attempt.claim, input, ctx))),
      );
    }
  }
}

/** The cost of an agent's attempt counts for its node, even if the code that uses its claim throws. */
async function paid(usage: Usage | undefined, use: () => Promise<NodeOutcome>): Promise<NodeOutcome> {
  const cost = usage === undefined ? {} : { usage };
  try {
    return { ...(await use()), ...cost };
  } catch (thrown) {
    return { ...threw(thrown), ...cost };
  }
}

const aborted = (): NodeOutcome => failure(new AssayError('NODE_ABORTED', 'it was cancelled'));

const failure = (error: AssayError): NodeOutcome => ({ type: 'failed', error: error.toInfo(), follow: 'policy' });

const threw = (thrown: unknown): NodeOutcome => ({
  type: 'failed',
  error: toErrorInfo(thrown, 'NODE_THREW'),
  follow: followOf(thrown),
});

/** A value that does not fit will not fit a second time; any other error may be worth a retry. */
const followOf = (thrown: unknown): 'retry' | 'policy' =>
  thrown instanceof AssayError && (thrown.code === 'PAYLOAD_INVALID' || thrown.code === 'PORT_UNKNOWN')
    ? 'policy'
    : 'retry';
