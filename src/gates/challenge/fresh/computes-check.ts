import type { ChangedCode } from '../changed-code.ts';
import type { OutsideQuestion } from '../observe/ask-outside.ts';
import type { ObservedCall } from '../observe/observation.ts';
import { calledIn, type OfTests } from './ask-fresh.ts';
import type { Narrow } from './narrow.ts';
import { rareInputs } from './rare-inputs.ts';

/** More of them are left as they are. */
const MOST = 3;

/**
 * Functions that refuse everything near their tests' inputs, without those that compute what they accept: they accept
 * some of the same shape too, and answer them otherwise than any test has seen.
 */
export async function withoutChecks(
  code: ChangedCode,
  calls: readonly ObservedCall[],
  narrow: readonly Narrow[],
  ask: (questions: readonly OutsideQuestion[]) => Promise<readonly (string | null)[]>,
): Promise<readonly Narrow[]> {
  const suspects = calledIn(code, calls)
    .filter((called) => narrow.some((each) => each.refuses && isOf(each, called)))
    .slice(0, MOST);
  const orders = suspects.flatMap((called) =>
    rareInputs(called.calls.filter(isAccepted).map(({ args }) => args)).map((args) => ({ called, args })),
  );
  if (orders.length === 0) return narrow;
  const outcomes = await ask(
    orders.map(({ called: { module, name, wrap }, args }) => ({ module, name, args: wrap(args) })),
  );
  const computing = new Set(
    orders.flatMap(({ called }, n) => {
      const outcome = outcomes[n];
      return outcome && isAccepted({ outcome }) && !called.calls.some((call) => call.outcome === outcome)
        ? [called]
        : [];
    }),
  );
  return narrow.filter((each) => !each.refuses || ![...computing].some((called) => isOf(each, called)));
}

const isOf = ({ file, line }: Narrow, called: OfTests): boolean => file === called.module && line === called.line;

const isAccepted = ({ outcome }: { readonly outcome: string }): boolean =>
  !/^(throws |(false|False|null|None|undefined)$)/.test(outcome);
