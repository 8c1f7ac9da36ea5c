const MARK = 'hosted runs in ';

/** What is remembered for the hosted runs of a project. It does not hold in the person's own checkout, nor the other way. */
export const hostedHolder = (repository: string): string => `${MARK}${repository}`;
