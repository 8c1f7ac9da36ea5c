/** Cases a property is tried with: many when somebody has the time (ASSAY_SOAK=1). */
export const RUNS = process.env.ASSAY_SOAK === '1' ? 10_000 : 500;
export const SOAK_TIMEOUT = process.env.ASSAY_SOAK === '1' ? 1_800_000 : 60_000;
