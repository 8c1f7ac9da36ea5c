import { join } from 'node:path';

/** The built page of this package. */
export const WEB_FOLDER = join(import.meta.dirname, '../../../dist/web');
