import { basename } from 'node:path';

/** What a run is called: lists show runs of many repositories, and most plans have the same name. */
export const planTitle = (repository: string, plan: string): string => `${basename(repository)}: ${plan}`;
