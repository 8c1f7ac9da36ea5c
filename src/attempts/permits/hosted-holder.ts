const MARK = 'hosted runs in ';

/**
 * Under which remembered answers for a project's hosted runs are kept. They do not apply in the person's own checkout,
 * nor the other way round.
 */
export const hostedHolder = (repository: string): string => `${MARK}${repository}`;
