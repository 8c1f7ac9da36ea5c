import { mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openRuns } from '#app/open-runs.ts';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { withKnowledge } from '#knowledge/open-knowledge.ts';
import { SHOP } from '#knowledge/testing/project.ts';
import { git, repositoryWith } from '#workspace/testing/test-repository.ts';
import { takesKnowledge, workspaceKnowledge } from '../../src/attempts/knowledge/agent-knowledge.ts';

it('K11.1 K12.1 gives an agent in a workspace the tools and places of its workspace, and leaves nothing behind', async () => {
  const root = realpathSync(tempFolder());
  const { PATH = '' } = process.env;
  const env = { PATH, HOME: root, ASSAY_HOME: join(root, 'assay') };
  const runs = await openRuns(env);
  onTestFinished(() => runs.close());
  const repository = repositoryWith(SHOP);
  const [folder, scratch] = [join(root, 'workspace'), join(root, 'scratch')];
  mkdirSync(scratch);
  git(repository, 'worktree', 'add', '-q', '--detach', folder);
  writeFileSync(join(folder, 'src/rebate.ts'), 'export function applyRebate() { return 0.8; }\n');
  const open = () => workspaceKnowledge(env, repository, folder, scratch, runs);
  const task = 'Change how the rebate and the discount are applied.';
  {
    // No index is made ahead; the tools make one when they are first called.
    await using unread = open();
    expect(await unread.pack(task)).toBe('');
  }
  await withKnowledge(env, repository, (knowledge) => knowledge.index());
  {
    await using agent = open();
    const pack = await agent.pack(task);
    expect(pack).toContain('src/prices.ts');
    expect(pack).toContain('src/rebate.ts');
    const held = await agent.hold('Change `applyRebate` and `priceOf`.');
    expect(held).toEqual([expect.stringMatching(/^code: priceOf is used by 1: Cart\.total/)]);
    expect(agent.tools.map(({ name }) => name).sort()).toEqual(
      ['find_failures', 'get_dependents', 'get_symbol', 'research', 'search_code'].sort(),
    );
  }
  expect(readdirSync(scratch)).toEqual([]);
  await withKnowledge(env, repository, async ({ store }) => expect(store.byName('applyRebate')).toEqual([]));
  expect([takesKnowledge({ name: 'native' }), takesKnowledge({ name: 'acp:gemini' })]).toEqual([true, false]);
});
