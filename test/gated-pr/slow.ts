/** Whole PRs that take half a minute each: `npm run test:pr`. */
export const slow = process.env.ASSAY_SLOW === '1';
export const unlessSlow = slow ? '' : ' (skipped: takes long; `npm run test:pr` has it)';
