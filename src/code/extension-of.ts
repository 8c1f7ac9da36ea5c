import { basename, extname } from 'node:path';

/** In lower case, without the dot; empty where there is none. */
export const extensionOf = (path: string): string => extname(basename(path)).slice(1).toLowerCase();
