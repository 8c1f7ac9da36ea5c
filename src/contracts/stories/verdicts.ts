import { HYBRID_TDD } from '../workflow-names.ts';
import { type TddEnd, type TddVerdict, tddVerdict } from './tdd-verdict.ts';

/**
 * The result of a node in a few words, for workflows whose nodes end with more than a note. The page shows it as it is.
 */
export const NODE_VERDICTS: Readonly<Record<string, (end: TddEnd) => TddVerdict | null>> = { [HYBRID_TDD]: tddVerdict };
