import { describe, expect, it } from 'vitest';
import { recordRun } from '../history/record-run.ts';
import type { Knowledge } from '../knowledge.ts';
import { ingestDocs, SHOP, testProject } from '../testing/project.ts';
import { knowledgeTools } from './knowledge-tools.ts';

const CONTEXT = { signal: new AbortController().signal, cwd: '/', progress: () => undefined };

function toolsOf(knowledge: Knowledge) {
  const tools = knowledgeTools(async () => knowledge);
  return {
    names: tools.map(({ name }) => name),
    run: async (name: string, input: object) => {
      const tool = tools.find((each) => each.name === name);
      const answer = await tool?.run(tool.input.parse(input), CONTEXT);
      return answer?.ok ? answer.output : answer;
    },
  };
}

async function shop(): Promise<Knowledge> {
  const knowledge = testProject(SHOP).open();
  await knowledge.index();
  return knowledge;
}

/** The shop, a run that failed in it, and a document about it. */
async function shopWithPast(): Promise<Knowledge> {
  const project = testProject({ ...SHOP, 'docs/discount.md': '# Discount\n\nA discount is never more than half.\n' });
  const knowledge = project.open();
  await knowledge.index();
  await ingestDocs(knowledge, project);
  recordRun(knowledge.store, {
    ...{ run: 'run-1', title: 'Discounts', workflow: 'gated-pr', outcome: 'completed', at: 5_000 },
    entries: [{ key: '1', kind: 'failure', name: 'RED', text: 'the discount test was vacuous', at: 1_000, files: [] }],
  });
  return knowledge;
}

describe('questions over everything that is known', () => {
  it('K3.6 offers every tool by its name', async () => {
    expect(toolsOf(await shop()).names).toEqual(
      expect.arrayContaining([
        ...['search_code', 'get_symbol', 'find_usages', 'get_dependencies', 'get_dependents', 'find_similar'],
        ...['file_symbols', 'history_for_code', 'search_history', 'find_failures', 'find_patterns', 'decisions'],
        ...['code_for_history', 'research', 'best_practices', 'compare', 'code_for_academic', 'search_all'],
        ...['smart_search', 'remember', 'hop_search', 'check_citations', 'check_entities', 'check_relations'],
        ...['check_contradictions', 'store_summary', 'history_for_academic'],
      ]),
    );
  });

  it('K3.7 answers from code, history and documents at once, and from one of them when asked to', async () => {
    const { run } = toolsOf(await shopWithPast());
    const all = await run('search_all', { question: 'discount', budget: 1_200 });
    expect(all).toMatchObject({ text: expect.stringContaining('src/prices.ts') });
    expect(all).toMatchObject({ text: expect.stringContaining('vacuous') });
    expect(all).toMatchObject({ text: expect.stringContaining('never more than half') });
    const past = await run('search_all', { question: 'discount', domains: ['history'] });
    expect(past).toMatchObject({ text: expect.stringContaining('vacuous') });
    expect(past).toMatchObject({ text: expect.not.stringContaining('never more than half') });
  });

  it('K3.8 keeps the budget of the effort, or a given one', async () => {
    const { run } = toolsOf(await shopWithPast());
    const tokens = async (input: object) =>
      Number(
        Reflect.get(Object(await run('smart_search', { question: 'how is the discount applied', ...input })), 'tokens'),
      );
    const [quick, thorough, small] = [
      await tokens({ effort: 'quick' }),
      await tokens({ effort: 'thorough' }),
      await tokens({ effort: 'thorough', budget: 120 }),
    ];
    expect(quick).toBeLessThanOrEqual(400);
    expect(thorough).toBeGreaterThanOrEqual(quick);
    expect(thorough).toBeLessThanOrEqual(2_400);
    expect(small).toBeLessThanOrEqual(120);
  });

  it('K3.6 stores of a summary only the sentences that hold, and says what happened about a document', async () => {
    const { run } = toolsOf(await shopWithPast());
    const summary =
      '`Cart.total` calls `priceOf`. `priceOff` is in `src/prices.ts`.\n- `addItem` never calls `priceOf`';
    expect(await run('store_summary', { summary, session: 'run-2' })).toMatchObject({
      stored: ['`Cart.total` calls `priceOf`.'],
      queued: [{ sentence: '`addItem` never calls `priceOf`' }],
      blocked: [
        { sentence: '`priceOff` is in `src/prices.ts`.', reasons: expect.arrayContaining([expect.any(String)]) },
      ],
    });
    expect(await run('find_patterns', { words: 'priceOf', run: 'run-2' })).toMatchObject({
      hits: [{ text: expect.stringMatching(/^`Cart.total` calls `priceOf`. .*confirmed: .*Cart.total calls priceOf/) }],
    });
    expect(await run('history_for_academic', { words: 'how large may a discount be' })).toMatchObject({
      hits: expect.arrayContaining([
        expect.objectContaining({
          text: 'the discount test was vacuous',
          cite: expect.stringContaining('discount.md'),
        }),
      ]),
    });
    expect(await run('history_for_academic', { words: 'zebra crossing' })).toEqual({ hits: [] });
  });

  it('K3.6 gives advice about the question first, and none about something else', async () => {
    const project = testProject({
      ...SHOP,
      'docs/python.md': '# Python\n\nWe recommend the best practice: you should always use the latest version.\n',
      'docs/vouchers.md':
        '# Vouchers\n\nA voucher has a code of eight letters. Each voucher is a voucher of its own.\n',
      'docs/redeeming.md': '# Redeeming\n\nA voucher should be redeemed once.\n',
    });
    const knowledge = project.open();
    await ingestDocs(knowledge, project);
    expect(await toolsOf(knowledge).run('best_practices', { words: 'voucher', limit: 2 })).toMatchObject({
      passages: [{ title: 'Redeeming' }, { title: 'Vouchers' }],
    });
  });

  it('knows the users of a function, and similar code', async () => {
    const { run } = toolsOf(await shop());
    expect(await run('find_usages', { name: 'priceOf' })).toMatchObject({
      usages: expect.arrayContaining([expect.objectContaining({ name: 'Cart.total' })]),
    });
    expect(await run('find_similar', { code: 'price * 0.9' })).toMatchObject({
      places: expect.arrayContaining([expect.objectContaining({ name: 'applyDiscount' })]),
    });
  });

  it('K1.9 K11.1 finds similar nodes in a domain or of given kinds, and compares a plan with all three', async () => {
    const { run } = toolsOf(await shopWithPast());
    const near = (filter: object) => run('find_similar', { code: 'the discount test was vacuous', ...filter });
    expect(await near({ domain: 'history', kinds: ['failure'] })).toMatchObject({
      places: [{ name: 'RED', kind: 'failure', near: expect.any(Number) }],
    });
    expect(await near({ kinds: ['type'] })).toMatchObject({ places: [{ name: 'Cart', kind: 'type' }] });
    expect(await run('plan_preflight', { plan: 'Delete `priceOfAll`; the discount test is vacuous' })).toMatchObject({
      known: { code: true, history: true },
      findings: [{ domain: 'code', text: expect.stringContaining('priceOfAll does not exist') }, { domain: 'history' }],
    });
  });
});
