import { RequestError } from '@agentclientprotocol/sdk';
import type { AgentResult, AgentTask, AgentUsage } from '#contracts/agent.ts';
import { AssayError } from '#contracts/errors.ts';
import type { JsonSchema } from '#contracts/model.ts';
import { readClaim } from '../claim/read-claim.ts';
import { failedAttempt, type Telling } from '../program/frame-attempt.ts';
import { claimWords, firstWords, repairWords } from '../program/prompts.ts';
import { requireCount } from '../program/require-price.ts';
import type { AcpConversation } from './conversation.ts';
import type { acpMapper } from './map-updates.ts';
import { addTokens, NO_TOKENS, promptUsageOf } from './prompt-usage.ts';
import { type AcpRefusal, acpRefusalWords } from './refusals.ts';
import type { PromptAnswer } from './updates.ts';

export interface TalkParts {
  readonly talk: AcpConversation;
  readonly mapper: ReturnType<typeof acpMapper>;
  readonly tell: (events: ReturnType<TalkParts['mapper']['take']>) => void;
  readonly schema: JsonSchema | null;
  readonly task: AgentTask;
  readonly telling: Telling;
  readonly priceOf: (usage: Omit<AgentUsage, 'usd'>) => number | null | undefined;
  /** Those since the last call. */
  readonly takeRefusals: () => readonly AcpRefusal[];
}

/** The task, then refusals with their reasons, then once what does not fit in the claim. */
export async function converseOverAcp(parts: TalkParts): Promise<AgentResult> {
  const { mapper, schema, task, telling } = parts;
  const say = speaker(parts);
  const end = schema === null ? '' : claimWords(schema);
  const asked = firstWords(task, parts.talk.session.goesOn);
  const first = await say([task.system, asked, end].filter((each) => each !== '').join('\n\n'));
  const stopped = stopFailure(first.stopReason);
  if (stopped !== null) return stopped;
  const { lastText } = mapper.state();
  if (schema === null) return { type: 'text', text: lastText };
  const read = readClaim(lastText, schema);
  if (read.type !== 'invalid') return read;

  telling.tell({ type: 'error', error: { code: 'CLAIM_INVALID', message: read.problems } });
  const second = await say(repairWords(read.problems, schema));
  const repaired = stopFailure(second.stopReason) ?? readClaim(mapper.state().lastText, schema);
  if (repaired.type !== 'invalid') return repaired;
  const seen = `The agent ended without a claim that fits: ${repaired.problems}`;
  return failedAttempt(new AssayError('CLAIM_INVALID', seen), true);
}

/** An agent that is refused one thing after the other is not told for ever. */
const MOST_TOLD = 5;

function speaker({ talk, mapper, tell, schema, task, telling, priceOf, takeRefusals }: TalkParts) {
  const end = schema === null ? '' : claimWords(schema);
  let tokens = NO_TOKENS;
  let usd: number | null = 0;
  let told = 0;
  const once = async (text: string): Promise<{ answer: PromptAnswer; refusals: readonly AcpRefusal[] }> => {
    requireCount(task, 'The agent', usd);
    let answer: PromptAnswer = { stopReason: 'cancelled' };
    try {
      answer = await talk.prompt(text);
      return { answer, refusals: takeRefusals() };
    } catch (thrown) {
      const refusals = takeRefusals();
      // Some agents treat a refusal as an error of the whole prompt.
      if (refusals.length === 0 || !(thrown instanceof RequestError)) throw thrown;
      return { answer, refusals };
    } finally {
      tell(mapper.stop());
      tokens = addTokens(tokens, answer.usage ?? undefined);
      const usage = promptUsageOf(tokens, mapper.state(), talk.session.usdBefore, priceOf);
      usd = usage.usd;
      telling.used(usage);
    }
  };
  return async (text: string): Promise<PromptAnswer> => {
    let { answer, refusals } = await once(text);
    while (refusals.length > 0 && told < MOST_TOLD) {
      told += 1;
      ({ answer, refusals } = await once(acpRefusalWords(refusals, end)));
    }
    return answer;
  };
}

function stopFailure(reason: string): AgentResult | null {
  if (reason === 'end_turn') return null;
  if (reason === 'refusal') {
    return failedAttempt(
      new AssayError('MODEL_REFUSED', 'The model refused the task.', { next: 'Rephrase the task.' }),
    );
  }
  const seen = `The agent stopped before it was finished (${reason}).`;
  return failedAttempt(
    new AssayError(reason === 'max_turn_requests' ? 'ATTEMPT_LIMIT' : 'TOOL_FAILED', seen, {
      next: 'Give it a smaller task.',
    }),
    reason === 'cancelled',
  );
}
