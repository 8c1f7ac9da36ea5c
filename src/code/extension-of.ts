import { basename, extname } from 'node:path';

/** Lower case, without the dot; empty for none. */
export const extensionOf = (path: string): string => extname(basename(path)).slice(1).toLowerCase();
