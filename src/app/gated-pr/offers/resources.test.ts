import { expect, it } from 'vitest';
import { repositoryWith } from '#workspace/testing/test-repository.ts';
import { gateResources } from './resources.ts';

it('X8.18 the plan, the state and the evidence are resources; the plan is the one that the configuration names', async () => {
  const repository = repositoryWith({
    '.assay/config.json': JSON.stringify({ version: 1, plan: 'docs/work.md' }),
    'docs/work.md': '## PR 1: Totals\n',
  });
  const nobody = () => Promise.reject(new Error('the plan needs no run'));
  const resources = gateResources(nobody, repository, { PATH: process.env.PATH });
  expect(resources.map(({ uri }) => uri)).toEqual(['assay://plan', 'assay://state', 'assay://evidence']);
  expect(await resources[0]?.read()).toBe('## PR 1: Totals\n');
});
