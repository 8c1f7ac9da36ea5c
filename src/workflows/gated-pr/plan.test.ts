import { describe, expect, it } from 'vitest';
import { readPlan } from './plan.ts';
import { checkMark, markDone, tickCriteria } from './plan-mark.ts';

const HEADINGS = `# Shop

Intro.

## PR 1: Cart [DONE] 0123456789abcdef0123456789abcdef01234567

Carts hold items.

### Notes
Small.

## PR 2: Checkout

- total
- tax

## Risks
None.
`;
const LIST = `# Plan\r\n\r\n- [x] Cart\r\n- [ ] Checkout\r\n  with tax\r\n- [ ] **Refunds**\r\n`;

describe('G6.7 a plan as people write it', () => {
  it('has a heading for each PR', () => {
    const { items, by, problems } = readPlan(HEADINGS);
    expect({ by, problems }).toEqual({ by: 'headings', problems: [] });
    expect(items.map(({ title, done, line }) => [title, done, line])).toEqual([
      ['PR 1: Cart', true, 5],
      ['PR 2: Checkout', false, 12],
    ]);
    expect(items[0]).toMatchObject({ commit: '0123456789abcdef0123456789abcdef01234567' });
    expect(items[0]?.body).toContain('### Notes');
    expect(items[1]?.body).toBe('- total\n- tax');
  });

  it('or a check list', () => {
    const { items, by } = readPlan(LIST);
    expect(by).toBe('checklist');
    expect(items.map(({ title, done }) => [title, done])).toEqual([
      ['Cart', true],
      ['Checkout', false],
      ['Refunds', false],
    ]);
    expect(items[1]?.body).toContain('with tax');
  });

  it('says how lines under a heading would be one PR', () => {
    const { items, hint } = readPlan('# Plan\n\n## Valid ids\n\n- [ ] accepts\n- [ ] refuses\n');
    expect(items.map(({ title }) => title)).toEqual(['accepts', 'refuses']);
    expect(hint).toContain('`## PR 1: Valid ids`');
    expect(readPlan('# Plan\n\n- [ ] accepts\n- [ ] refuses\n').hint).toBeUndefined();
    expect(readPlan('# Plan\n\n## PR 1: Valid ids\n\n- [ ] accepts\n- [ ] refuses\n').hint).toBeUndefined();
  });

  it('reports a plan that has no PR, or two with the same name', () => {
    expect(readPlan('just prose').problems[0]).toContain('no PR was found');
    expect(readPlan('- [ ] A\n- [ ] A\n').problems).toEqual(['line 2: "A" is already the title of line 1']);
  });

  it.each([HEADINGS, LIST])('is marked on one line, and the mark is checked', (text) => {
    const open = readPlan(text).items.find(({ done }) => !done);
    const marked = markDone(text, open?.title ?? '', 'abcdef1234');
    expect(marked).not.toBeNull();
    expect(readPlan(marked ?? '').items.find(({ title }) => title === open?.title)).toMatchObject({
      done: true,
      commit: 'abcdef1234',
    });
    expect(checkMark(text, marked ?? '', open?.title ?? '', 'abcdef1234')).toEqual({ ok: true });
    expect(checkMark(text, marked ?? '', open?.title ?? '', 'ffffff1234')).toMatchObject({ ok: false });
    expect(checkMark(text, `${marked}\nmore`, open?.title ?? '', 'abcdef1234')).toMatchObject({ ok: false });
    expect(checkMark(text, text, open?.title ?? '', 'abcdef1234')).toMatchObject({ ok: false });
    // A PR that was taken back for another round gets another commit, on the same line.
    const again = markDone(marked ?? '', open?.title ?? '', 'bcdef12345') ?? '';
    expect(again).toBe(marked?.replace('abcdef1234', 'bcdef12345'));
    expect(checkMark(marked ?? '', again, open?.title ?? '', 'bcdef12345')).toEqual({ ok: true });
    expect(checkMark(marked ?? '', marked ?? '', open?.title ?? '', 'bcdef12345')).toMatchObject({ ok: false });
    const sneaky = marked?.replace('abcdef1234', 'abcdef1234 and drop the tests');
    expect(checkMark(text, sneaky ?? '', open?.title ?? '', 'abcdef1234')).toMatchObject({ ok: false });
    const twice = marked?.replace('[DONE]', '[DONE] as is all of this plan [DONE]');
    expect(checkMark(text, twice ?? '', open?.title ?? '', 'abcdef1234')).toMatchObject({ ok: false });
  });

  it('has the boxes ticked that tests have shown, of this PR only', () => {
    const text = [
      ...['## PR 1: Dates', '', '- [ ] reads `2026-02-28`', '- [ ] refuses', '  `2026-02-30`', '- [ ] is quick', ''],
      ...['```md', '- [ ] is quick enough', '```', '', '## PR 2: Times', '', '- [ ] refuses', ''],
    ].join('\n');
    const ticked = tickCriteria(text, 'PR 1: Dates', ['reads `2026-02-28`', 'refuses `2026-02-30`']);
    expect(ticked.split('\n').filter((line) => line.includes('[x]'))).toEqual([
      '- [x] reads `2026-02-28`',
      '- [x] refuses',
    ]);
    expect(ticked.split('\n').slice(10)).toEqual(text.split('\n').slice(10));
    expect(tickCriteria(ticked, 'PR 1: Dates', ['reads `2026-02-28`'])).toBe(ticked);
    // A client that ticks what was shown changes nothing else; it may not tick what a person waived or what was not shown.
    const marked = markDone(ticked, 'PR 1: Dates', 'abcdef1234') ?? '';
    expect(checkMark(ticked, marked, 'PR 1: Dates', 'abcdef1234')).toEqual({ ok: true });
    const more = marked.replace('[ ] is quick', '[x] is quick');
    expect(checkMark(ticked, more, 'PR 1: Dates', 'abcdef1234')).toMatchObject({ ok: false });
  });
});
