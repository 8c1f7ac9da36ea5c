/**
 * For an option that may be given more than once, one value each time. Commander's own syntax (`<file...>`) takes every
 * word that follows, so that `assay ask --image shot.png "what is wrong?"` had two images and no question.
 */
export const many = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];
