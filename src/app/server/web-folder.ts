import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess } from '#host/run-process.ts';

const ROOT = join(import.meta.dirname, '../../..');
const BUILDER = join(ROOT, 'scripts/build-page.ts');

/** The built page of this package. */
export const WEB_FOLDER = join(ROOT, 'dist/web');

/**
 * In a clone, builds the page where it is missing or older than its sources: a page from before a `git pull` cannot
 * read this server's answers. The published package contains it and has no builder.
 */
export async function buildPageOfClone(
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
  builder = BUILDER,
): Promise<void> {
  if (!existsSync(builder)) return;
  const { stderr } = await runProcess({
    program: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', builder],
    cwd: ROOT,
    env: { PATH: env.PATH ?? '' },
    timeoutMs: BUILD_WITHIN_MS,
  });
  // The builder's output, or why it failed: then the page itself says how to build it.
  if (stderr.text.trim() !== '') say(stderr.text.trim());
}

const BUILD_WITHIN_MS = 180_000;
