import { z } from 'zod';
import type { AgentEvent, AgentTask, Backend } from '#contracts/agent.ts';
import { type ErrorInfo, toErrorInfo } from '#contracts/errors.ts';
import type { NodeTask, TaskHost } from '#contracts/executor.ts';
import { Json } from '#contracts/json.ts';
import { NO_USAGE, type Usage } from '#contracts/usage.ts';
import type { AgentSpec } from '../graph/graph.ts';

export type Attempt =
  | { readonly type: 'claim'; readonly claim: unknown; readonly usage: Usage }
  | {
      readonly type: 'failed';
      readonly error: ErrorInfo;
      readonly follow: 'retry' | 'policy' | 'ask';
      readonly usage: Usage;
    };

/** One attempt of an agent: its events are passed on to whoever watches, its claim is checked against the schema. */
export async function makeAttempt(
  backend: Backend | undefined,
  spec: AgentSpec<unknown, z.ZodType>,
  input: unknown,
  task: NodeTask,
  host: TaskHost,
  signal: AbortSignal,
): Promise<Attempt> {
  if (!backend) return failed('MODEL_UNAVAILABLE', 'no agent backend is configured', 'policy');
  const brief = spec.brief(input);
  const agentTask: AgentTask = {
    id: `${task.run}/${task.act}/${task.attempt}`,
    agent: spec.agent,
    system: brief.system ?? '',
    prompt: brief.prompt,
    claim: Json.parse(z.toJSONSchema(spec.claim)),
    limits: {},
  };
  try {
    for await (const event of backend.attempt(agentTask, signal)) {
      if (event.type === 'complete') return checked(spec, event);
      if (event.type === 'status') host.say(event.message);
    }
    return failed('UNEXPECTED', `${backend.name} ended without a result`, 'retry');
  } catch (thrown) {
    return { type: 'failed', error: toErrorInfo(thrown), follow: 'retry', usage: NO_USAGE };
  }
}

function checked(
  spec: AgentSpec<unknown, z.ZodType>,
  { result, usage }: Extract<AgentEvent, { type: 'complete' }>,
): Attempt {
  if (result.type === 'blocker') {
    const next = 'Help it and answer retry, or answer skip or fail.';
    return { type: 'failed', error: { code: 'AGENT_BLOCKED', message: result.blocker, next }, follow: 'ask', usage };
  }
  if (result.type === 'failed') {
    return { type: 'failed', error: result.error, follow: result.retry ? 'retry' : 'policy', usage };
  }
  const claim = spec.claim.safeParse(result.claim);
  if (claim.success) return { type: 'claim', claim: claim.data, usage };
  const message = `the claim of ${spec.agent} does not fit: ${z.prettifyError(claim.error)}`;
  return { type: 'failed', error: { code: 'CLAIM_INVALID', message }, follow: 'retry', usage };
}

const failed = (code: string, message: string, follow: 'retry' | 'policy'): Attempt => ({
  type: 'failed',
  error: { code, message },
  follow,
  usage: NO_USAGE,
});
