import { describe, expect, it } from 'vitest';
import { askAdvice } from './ask-advice.ts';
import { guideCommand, haltedQuestion, questionLines } from './halted-question.ts';

const halt = (kind: string, numbers: readonly number[]) => ({
  inline: {
    text: 'The draft waits for your yes:',
    kind,
    report: 'The draft waits for your yes:\n- "sign in"\n  - RED: "refuses a wrong password"',
    waivable: numbers.map((number) => ({ number, text: 'the draft is good: continue' })),
  },
});

/** A person types these lines, one after the other. */
const typing = (...lines: string[]) => {
  const hints: string[] = [];
  const ask = async (hint: string): Promise<string> => {
    hints.push(hint);
    return lines[hints.length - 1] ?? '';
  };
  return { ask, hints };
};

describe('G11.3 a halt that is answered at the terminal', () => {
  it('shows what it asks about in full, not only the line that ends with a colon', () => {
    expect(questionLines('the run:', halt('draft', [1]))).toEqual([
      'the run: The draft waits for your yes:',
      '  - "sign in"',
      '    - RED: "refuses a wrong password"',
    ]);
    expect(questionLines('the run:', { inline: { text: 'Ship\nthem?' } })).toEqual(['the run: Ship them?']);
  });

  it.each(['y', 'Yes', 'YES'])('takes %s for a yes to the draft', async (word) => {
    const { ask, hints } = typing(word);
    const given = await askAdvice(ask, haltedQuestion(halt('draft', [1])));
    expect(given).toEqual({ advice: 'The draft is approved.', waive: ['1'] });
    expect(hints).toEqual([expect.stringMatching(/^yes, or what should change/)]);
  });

  it('sends a draft back with any other words', async () => {
    const { ask } = typing('yes, but smaller steps');
    expect(await askAdvice(ask, haltedQuestion(halt('draft', [1])))).toEqual({
      advice: 'yes, but smaller steps',
      waive: [],
    });
  });

  it('asks which findings are waived, and why', async () => {
    const { ask, hints } = typing('1, 3', 'that print is the feature');
    const given = await askAdvice(ask, haltedQuestion(halt('review', [1, 2, 3])));
    expect(given).toEqual({ advice: 'that print is the feature', waive: ['1', '3'] });
    expect(hints[1]).toMatch(/^why/);
  });

  it('only asks for advice if nothing can be waived', async () => {
    const { ask, hints } = typing('the list is in docs/');
    expect(await askAdvice(ask, null)).toEqual({ advice: 'the list is in docs/', waive: [] });
    expect(hints).toHaveLength(1);
  });

  it.each([
    ['draft', 'assay guide r1 "good" --waive 1'],
    ['review', 'assay guide r1 "your advice" [--waive N]'],
    ['merge', 'assay guide r1 "your advice"'],
  ])('names the command that answers it: %s', (kind, command) => {
    expect(guideCommand('r1', kind)).toContain(command);
  });
});
