import { plainly } from './questions.ts';

export interface Differing {
  /** Which question. */
  readonly n: number;
  readonly outside: string | null;
  /** After all tests ran in the same process. */
  readonly inside: string | null;
}

export interface AskMore {
  /** By a test, with no other test before it. */
  readonly alone: () => Promise<readonly (string | null)[]>;
  /** By a test among those of main. */
  readonly withMainsTests: () => Promise<readonly (string | null)[]>;
}

/**
 * Whether what main's own tests leave behind (an acronym that they register) explains every difference. Then a test
 * that runs alone is answered as the separate program is, so nothing looks for a test; and main's tests alone lead to
 * the answer in question, so no test of this change prepares it.
 */
export async function stateOfTests(differing: readonly Differing[], ask: AskMore): Promise<boolean> {
  const isSaid = (said: string | null | undefined, of: string | null): boolean =>
    said !== null && said !== undefined && of !== null && plainly(said) === plainly(of);
  const alone = await ask.alone();
  if (!differing.every(({ n, outside }) => isSaid(alone[n], outside))) return false;
  const after = await ask.withMainsTests();
  return differing.every(({ n, inside }) => isSaid(after[n], inside));
}
