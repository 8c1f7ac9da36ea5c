import { expect, it } from 'vitest';
import { assay, codes, draft, makeRig, TOTAL_STEPS } from './rig.ts';

const PLAN = '# Shop\n\n## PR 1: Totals\n\nA cart has a total.\n';
const VACUOUS = {
  'test/total.test.js': `import { test } from 'node:test';
test('sums up', () => {});
`,
};

it('K12.2 knows afterwards the refusals of a gate, their fixes, and the cheat that it caught', async () => {
  const rig = makeRig({ files: { 'PLAN.md': PLAN } });
  const tools = await rig.connect();
  await tools.task();
  rig.write({ '.assay/ACTIVE_PR.json': '{"prTitle": "feat: Totals"}' });
  expect(codes(await tools.submit('drafted'))).toEqual(['DRAFT_UNFIT']);
  rig.write(draft('feat: Totals', [{ name: 'Total', steps: TOTAL_STEPS }]));
  expect(await tools.submit('drafted')).toMatchObject({ status: 'SUCCESS' });
  await tools.task();
  rig.write(VACUOUS);
  const cheat = await tools.submit('red', { expectation: 'FAIL', test_command: 'npm test' });
  expect(cheat.status).toBe('FAILURE');
  const { out } = await assay(rig, ['history', '--only', 'failures']);
  expect(out).toMatch(/^failure .*was refused\. DRAFT_UNFIT: .*\n {2}fixed by: .*was accepted after 1 refused\./m);
  const [code = ''] = codes(cheat);
  expect(out).toContain(`was refused. ${code}: `);
  expect((await assay(rig, ['history', '--only', 'decisions'])).out).toMatch(
    /^decision .*was accepted after 1 refused/m,
  );
}, 180_000);
