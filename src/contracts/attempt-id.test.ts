import { describe, expect, it } from 'vitest';
import { attemptId, readAttemptId } from './attempt-id.ts';
import { ActivationId, RunId } from './ids.ts';

describe('the id of an attempt', () => {
  it('is read as it was made, also where the activation is of a sub-graph', () => {
    const of = { run: RunId.parse('r1'), act: ActivationId.parse('build/task#2'), attempt: 3 };
    expect(readAttemptId(attemptId(of))).toEqual(of);
  });

  it('is none for a task that belongs to no run', () => {
    for (const id of ['t1', 'r1/1', 'r1/build/', '']) expect(readAttemptId(id)).toBeNull();
  });
});
