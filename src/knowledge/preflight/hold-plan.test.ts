import { describe, expect, it } from 'vitest';
import { recordRun } from '../history/record-run.ts';
import type { Knowledge } from '../knowledge.ts';
import { ingestDocs, SHOP, testProject } from '../testing/project.ts';
import { holdPlan, planLines } from './hold-plan.ts';

/** The shop, a refusal in it that was fixed, and a document about discounts. */
async function shopWithPast(): Promise<Knowledge> {
  const project = testProject({
    ...SHOP,
    'docs/discount.md': '# Discount\n\nA discount is never more than half of the price.\n',
    'docs/mail.md': '# Mail\n\nLetters go out at night.\n',
  });
  const knowledge = project.open();
  await knowledge.index();
  await ingestDocs(knowledge, project);
  recordRun(knowledge.store, {
    ...{ run: 'run-1', title: 'Discounts', workflow: 'gated-pr', outcome: 'completed', at: 5_000 },
    entries: [
      {
        ...{ key: '1', kind: 'failure', name: 'RED_VACUOUS', at: 1_000, files: ['src/prices.ts'] },
        text: 'Discounts: RED was refused. RED_VACUOUS: it passes already',
      },
      {
        key: '2',
        kind: 'decision',
        name: 'RED',
        text: 'Discounts: RED was accepted after 1 refused.',
        at: 2_000,
        resolves: ['1'],
      },
      { key: '3', kind: 'failure', name: 'MODEL_AUTH', text: 'MODEL_AUTH: the key was refused', at: 3_000 },
    ],
  });
  return knowledge;
}

describe('K11.1 a plan', () => {
  it('is compared with code, history and documents', async () => {
    const knowledge = await shopWithPast();
    const held = holdPlan(
      knowledge,
      `1. Change \`priceOf\` in src/prices.ts, so that a discount is never more than half of the price.
2. Call \`applyRebate\` from src/rebates.ts.
3. Create src/vouchers.ts and add a function \`addItem\`.
4. Add a test src/vouchers.test.ts.`,
    );
    expect(held.known).toEqual({ code: true, history: true, academic: true });
    expect(planLines(held)).toEqual([
      expect.stringMatching(/^code: priceOf is used by 1: Cart\.total \(src\/cart\.ts:\d+-\d+\)$/),
      expect.stringMatching(/^code: src\/prices\.ts is used by 1: src\/cart\.ts/),
      'code: applyRebate does not exist, and the plan does not create it',
      'code: src/rebates.ts does not exist, and the plan does not create it',
      expect.stringMatching(/^code: addItem already exists: src\/cart\.ts:/),
      expect.stringMatching(
        /^history: refused or failed before \(1970-01-01\): "Discounts: RED was refused\..*fixed by: "Discounts: RED was accepted/,
      ),
      expect.stringMatching(/^documents: docs\/discount\.md:\S+ says ".*never more than half of the price/),
    ]);
  });

  it('about something new finds nothing, and says that there is no code for it yet', async () => {
    const held = holdPlan(await shopWithPast(), 'Telemetry over gRPC');
    expect(held).toEqual({ known: { code: false, history: false, academic: false }, findings: [] });
    expect(planLines(held)).toEqual(['code: nothing here is about this yet']);
  });

  it('that is hostile is only read', async () => {
    const knowledge = await shopWithPast();
    for (const plan of [
      '',
      '`'.repeat(5_000),
      '"; DROP TABLE nodes; --',
      '`../../etc/passwd`',
      '\0',
      'x '.repeat(9_000),
    ])
      expect(() => holdPlan(knowledge, plan)).not.toThrow();
    expect(holdPlan(knowledge, 'Read ../../etc/passwd.txt').findings).toEqual([
      { domain: 'code', text: expect.stringMatching(/passwd\.txt does not exist/) },
    ]);
  });
});
