import type { HaltedQuestion } from './halted-question.ts';

export const LATER = '(nothing to answer later)';

export interface TypedAdvice {
  /** Empty: it is answered later. */
  readonly advice: string;
  /** The numbers that are waived. */
  readonly waive: readonly string[];
}

/** What a person types to a halt: a draft takes a yes, findings and criteria take their numbers. */
export async function askAdvice(
  ask: (hint: string) => Promise<string>,
  halted: HaltedQuestion | null,
): Promise<TypedAdvice> {
  if (halted?.kind === 'draft') {
    const said = await ask(`yes, or what should change ${LATER}`);
    const [number] = halted.waivable;
    if (number && /^(y|yes)$/i.test(said)) return { advice: 'The draft is approved.', waive: [String(number.number)] };
    return { advice: said, waive: [] };
  }
  if (!halted || halted.waivable.length === 0) return { advice: await ask(`your advice ${LATER}`), waive: [] };
  const numbers = await ask('numbers to waive, such as 1 2 (nothing for none)');
  const waive = numbers.split(/[\s,]+/).filter((word) => word !== '');
  return { advice: await ask(waive.length > 0 ? `why ${LATER}` : `your advice ${LATER}`), waive };
}
