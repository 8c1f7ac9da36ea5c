import { basename } from 'node:path';

/** The title of a run: lists show runs of many repositories, and most plans have the same name. */
export const planTitle = (repository: string, plan: string): string => `${basename(repository)}: ${plan}`;
