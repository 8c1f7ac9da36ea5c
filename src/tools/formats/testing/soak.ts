/** Cases per property: many in a soak run (ASSAY_SOAK=1). */
export const RUNS = process.env.ASSAY_SOAK === '1' ? 10_000 : 500;
export const SOAK_TIMEOUT = process.env.ASSAY_SOAK === '1' ? 1_800_000 : 60_000;
