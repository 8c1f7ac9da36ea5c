import { fingerprint, missingOutputs } from './fingerprint.ts';
import { answerTo, choicesFor, type Try, tryKey } from './history.ts';
import { endLeftovers, leftoversOf, markOf } from './leftovers.ts';
import type { StepAnswer, StepOutcome, StepTask } from './record.ts';
import type { CheckpointContext, StepQuestion } from './step-context.ts';
import type { CheckpointStepDeps } from './step-deps.ts';
import { ended } from './try-step.ts';

export interface Situation {
  readonly task: StepTask;
  readonly ctx: CheckpointContext;
  readonly history: readonly Try[];
  /** Why a result of an earlier run no longer counts. */
  readonly stale: string | null;
}

/** The step may have had its effect already: a try whose end was not seen, or a result that no longer counts. */
interface Doubt {
  readonly about: number;
  readonly why: string;
  /** Of processes that may still be alive. */
  readonly mark: string | null;
  readonly answer: StepAnswer | null;
}

export type ResolvedDoubt =
  | { readonly type: 'settled'; readonly about: number; readonly outcome: StepOutcome }
  | { readonly type: 'ask'; readonly question: StepQuestion };

/** Decides, durably, whether a doubtful step runs (again): by its declaration, by its check, or by a person. */
export async function resolveDoubt(situation: Situation, world: CheckpointStepDeps): Promise<ResolvedDoubt | null> {
  const doubt = doubtOf(situation);
  if (!doubt) return null;
  const { ctx, history } = situation;
  const { step } = situation.task;
  const unasked = step.idempotent || step.check !== null;
  const answer = doubt.answer ?? answerTo(ctx.answer, doubt.about, history);
  if (!unasked && answer === null) return ask(situation, doubt, null);
  const [missing] = answer === 'done' ? missingOutputs(step.outputs, situation.task.folder) : [];
  if (!unasked && missing !== undefined) {
    return ask(situation, doubt, `The answer was "done", and ${missing} does not exist.`);
  }
  if (doubt.mark !== null && (await endLeftovers(doubt.mark)) > 0)
    ctx.say('ended what was left of the interrupted try');
  if (!unasked && answer === 'done') return settle(ctx, doubt, await doneByPerson(situation, doubt, world));
  ctx.say(`${step.id} runs again: ${doubt.why}`);
  return settle(ctx, doubt, ended(world, 'again', unasked ? 'checkpoint' : 'person', doubt.why));
}

function doubtOf({ task: { step, known }, ctx, history, stale }: Situation): Doubt | null {
  const last = history.at(-1);
  if (last && last.n > 0) {
    if (last.outcome !== null) return null;
    const mark = markOf(ctx.run, step.id, last.n);
    return { about: last.n, why: 'it was running when the job was interrupted', mark, answer: null };
  }
  if (last?.outcome || !known || known.was === 'failed') return null;
  const answer = known.answer ?? null;
  if (known.was === 'done') return { about: 0, why: stale ?? 'its result no longer counts', mark: null, answer };
  return { about: 0, why: `it was running when run ${known.run} was interrupted`, mark: known.mark, answer };
}

async function settle(ctx: CheckpointContext, { about }: Doubt, outcome: StepOutcome): Promise<ResolvedDoubt> {
  const decided = async () => outcome;
  return {
    type: 'settled',
    about,
    outcome: await ctx.effect<StepOutcome>(tryKey(about), { find: decided, do: decided }),
  };
}

async function doneByPerson({ task }: Situation, { why }: Doubt, world: CheckpointStepDeps): Promise<StepOutcome> {
  const inputs = await fingerprint(task.step.inputs, task.folder);
  const outcome = ended(world, 'done', 'person', `a person says it is done; ${why}`);
  return inputs.ok ? { ...outcome, inputs: inputs.prints } : outcome;
}

function ask({ task: { step }, history }: Situation, doubt: Doubt, also: string | null): ResolvedDoubt {
  const alive = doubt.mark === null ? [] : leftoversOf(doubt.mark);
  const choices = choicesFor(doubt.about, history);
  const text = [
    `Run step ${step.id} again? ${sentence(doubt.why)} It is not declared idempotent and has no check.`,
    alive.length > 0 ? `Processes of it are still alive (${alive.join(', ')}); either answer ends them first.` : null,
    also,
    `Answer "${choices[0]}" to run it, "${choices[1]}" if it had its effect.`,
  ];
  return {
    type: 'ask',
    question: { text: text.filter((part) => part !== null).join(' '), step: step.id, about: doubt.about, choices },
  };
}

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
