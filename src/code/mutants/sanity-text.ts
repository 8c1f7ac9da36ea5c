/** What code says that was made to fail: an error with it shows that the code was run. */
export const SANITY_TEXT = 'assay: a sanity mutant';
