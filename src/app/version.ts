import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Of this Assay, as its manifest has it. */
export const assayVersion = (): string =>
  z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))).version;
