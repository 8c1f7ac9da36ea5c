import { HYBRID_TDD } from '../workflow-names.ts';
import { type TddEnd, type TddVerdict, tddVerdict } from './tdd-verdict.ts';

/** Workflows whose nodes end with more than a note: what that comes to, in a few words. The page reads it as it is. */
export const NODE_VERDICTS: Readonly<Record<string, (end: TddEnd) => TddVerdict | null>> = { [HYBRID_TDD]: tddVerdict };
