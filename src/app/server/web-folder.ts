import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess } from '#host/run-process.ts';

const ROOT = join(import.meta.dirname, '../../..');
const BUILDER = join(ROOT, 'scripts/build-page.ts');

/** The built page of this package. */
export const WEB_FOLDER = join(ROOT, 'dist/web');

/**
 * In a clone, builds the page where it is missing: anyone who linked the clone and never ran `npm start` gets it all the
 * same. The published package carries it and has no builder.
 */
export async function buildMissingPage(env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<void> {
  if (existsSync(join(WEB_FOLDER, 'index.html')) || !existsSync(BUILDER)) return;
  const { stderr } = await runProcess({
    program: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', BUILDER],
    cwd: ROOT,
    env: { PATH: env.PATH ?? '' },
    timeoutMs: BUILD_WITHIN_MS,
  });
  // What it did, or why it could not: then the page itself says how to build it.
  if (stderr.text.trim() !== '') say(stderr.text.trim());
}

const BUILD_WITHIN_MS = 180_000;
