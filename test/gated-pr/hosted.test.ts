import { describe, expect, it } from 'vitest';
import { git } from '#workspace/testing/test-repository.ts';
import { honest, hostedRun, type Script } from './hosted-rig.ts';

const PLAN = `# Plan

- [ ] feat: add numbers
- [ ] feat: multiply numbers
`;

/** Gets the first GREEN wrong. */
const wrongAtFirst: Script = (task) => {
  const deed = honest(task);
  const code = deed.files?.['src/add.js'];
  if (code === undefined || code === null || task.prompt.startsWith('# DEBUGGING')) return deed;
  return { ...deed, files: { 'src/add.js': code.replace('+', '-') } };
};

describe('G7.2 a plan is driven to merged by a hosted agent', { timeout: 300_000 }, () => {
  it('with a failure on the way', async () => {
    const { repository, result, state, refusals } = await hostedRun(PLAN, wrongAtFirst);
    expect(result, JSON.stringify(state, null, 1)).toMatchObject({
      status: 'completed',
      output: { finished: [{ title: 'feat: add numbers' }, { title: 'feat: multiply numbers' }] },
    });
    expect(git(repository, 'log', '--oneline', '--first-parent', '--format=%s', 'main').split('\n')).toEqual([
      'Merge feat/multiply-numbers: feat: multiply numbers',
      'Merge feat/add-numbers: feat: add numbers',
      'first',
    ]);
    expect(git(repository, 'show', 'main:PLAN.md')).toContain('[DONE]');
    expect(refusals.map(({ code }) => code)).toEqual(['TESTS_FAILED']);
  });
});
