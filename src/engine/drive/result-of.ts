import type { BlobStore } from '#contracts/blobs.ts';
import { fromLog } from '../payloads.ts';
import { isParked, type RunState } from '../step/state.ts';
import type { DriveResult, Question } from './types.ts';

/** The state of the run when a driver lets go. */
export async function resultOf(state: RunState, blobs: BlobStore): Promise<DriveResult> {
  const { ending } = state;
  if (state.status === 'ended' && ending) {
    if (ending.status !== 'completed') return ending;
    return { status: 'completed', output: await fromLog(ending.output, state, blobs) };
  }
  if (state.status === 'paused') return { status: 'paused' };
  if (isParked(state)) return { status: 'waiting', questions: await questionsOf(state, blobs) };
  return { status: 'stopped' };
}

/** What people are asked right now. */
export async function questionsOf(state: RunState, blobs: BlobStore): Promise<Question[]> {
  const asking = state.acts.valueSeq().toArray();
  const questions = asking.map(async ({ act, status }): Promise<Question[]> => {
    if (status.is !== 'asking') return [];
    const question = status.question
      ? await fromLog(status.question, state, blobs)
      : { choices: ['retry', 'skip', 'fail'] };
    return [{ act, signal: status.signal, question }];
  });
  return (await Promise.all(questions)).flat();
}
