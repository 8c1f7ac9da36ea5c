import { z } from 'zod';
import {
  type AgentCompletion,
  type AgentTask,
  type Allowance,
  type AttemptRunner,
  Focus,
  toUsage,
} from '#contracts/agent.ts';
import { attemptId, attemptOf } from '#contracts/attempt-id.ts';
import { type ErrorInfo, toErrorInfo } from '#contracts/errors.ts';
import type { NodeTask, TaskHost } from '#contracts/executor.ts';
import { Json } from '#contracts/json.ts';
import type { Usage } from '#contracts/usage.ts';
import type { AgentSpec, Brief } from '../graph/graph.ts';

export type Attempt =
  | { readonly type: 'claim'; readonly claim: unknown; readonly usage: Usage }
  | {
      readonly type: 'failed';
      readonly error: ErrorInfo;
      readonly follow: 'retry' | 'policy' | 'ask' | 'budget';
      readonly usage?: Usage;
    };

/** One attempt of an agent: its events go to watchers, its claim is checked against the schema. */
export async function makeAttempt(
  attemptRunner: AttemptRunner | undefined,
  spec: AgentSpec<unknown, z.ZodType>,
  input: unknown,
  task: NodeTask,
  host: TaskHost,
  signal: AbortSignal,
): Promise<Attempt> {
  if (!attemptRunner) return failed('MODEL_UNAVAILABLE', 'no agent is configured', 'policy');
  try {
    const agentTask = taskOf(spec, await spec.brief(input), task);
    for await (const event of attemptRunner(agentTask, signal, allowanceOf(task, host))) {
      if (event.type === 'complete') return checked(spec, event);
      if (event.type === 'usage') host.used(toUsage(event.usage));
      if (event.type === 'instructed') host.instructed(event.instructed);
      if (event.type === 'status') host.say(event.message);
    }
    return failed('UNEXPECTED', `${spec.agent} ended without a result`, 'retry');
  } catch (thrown) {
    return { type: 'failed', error: toErrorInfo(thrown), follow: 'retry' };
  }
}

/** The attempt's share of the run's budget, and how to get more. */
function allowanceOf({ reserved }: NodeTask, host: TaskHost): Allowance | undefined {
  if (reserved === undefined) return undefined;
  let held = reserved;
  return {
    get tokens() {
      return held.tokens ?? Number.POSITIVE_INFINITY;
    },
    get usd() {
      return held.usd ?? Number.POSITIVE_INFINITY;
    },
    async more() {
      const next = await host.more();
      held = next ?? held;
      return next !== null;
    },
  };
}

const taskOf = (spec: AgentSpec<unknown, z.ZodType>, brief: Brief, task: NodeTask): AgentTask => ({
  id: attemptId(task),
  of: attemptOf(task),
  agent: spec.agent,
  system: brief.system ?? '',
  prompt: brief.prompt,
  claim: Json.parse(z.toJSONSchema(spec.claim)),
  limits: brief.limits ?? {},
  // A limit in money cannot hold for an attempt whose cost cannot be known.
  ...(task.reserved?.usd === undefined ? {} : { costMustBeKnown: true }),
  ...(brief.place === undefined ? {} : { place: brief.place }),
  ...(brief.focus === undefined ? {} : { focus: Focus.parse(brief.focus) }),
  ...(brief.model === undefined ? {} : { model: brief.model }),
});

function checked(spec: AgentSpec<unknown, z.ZodType>, { result, usage: used }: AgentCompletion): Attempt {
  const usage = toUsage(used);
  if (result.type === 'blocker') {
    const next = 'Help it and answer retry, or answer skip or fail.';
    return { type: 'failed', error: { code: 'AGENT_BLOCKED', message: result.blocker, next }, follow: 'ask', usage };
  }
  if (result.type === 'failed' && result.error.code === 'BUDGET_REACHED') {
    return { type: 'failed', error: result.error, follow: 'budget', usage };
  }
  if (result.type === 'failed') {
    return { type: 'failed', error: result.error, follow: result.retry ? 'retry' : 'policy', usage };
  }
  const claim = spec.claim.safeParse(result.type === 'text' ? result.text : result.claim);
  if (claim.success) return { type: 'claim', claim: claim.data, usage };
  const message = `the claim of ${spec.agent} does not fit: ${z.prettifyError(claim.error)}`;
  return { type: 'failed', error: { code: 'CLAIM_INVALID', message }, follow: 'retry', usage };
}

const failed = (code: string, message: string, follow: 'retry' | 'policy'): Attempt => ({
  type: 'failed',
  error: { code, message },
  follow,
});
