// Makes a clone ready to work: npm packages, a current Node, system packages. Quick when nothing is to do.
// Plain JavaScript for Node 18+, because it runs before the pinned Node is there. `node scripts/setup.mjs [FOLDER]`.
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dependenciesReady, installDependencies } from './setup/dependencies.mjs';
import { withLock } from './setup/lock.mjs';
import { findNode } from './setup/node.mjs';
import { SetupError, say } from './setup/say.mjs';
import { installSystemPackages, missingPackages, missingSentence } from './setup/system-packages.mjs';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** `tests`: also what only the tests need. @returns {Promise<string>} the Node to run everything else with */
export async function setup(root = ROOT, options = {}) {
  if (!dependenciesReady(root) || missingPackages(root, options).toInstall.length > 0) {
    await withLock(root, async () => {
      // Another process may have done it while this one waited for the lock.
      if (!dependenciesReady(root)) await installDependencies(root);
      installSystemPackages(root, options);
    });
  }
  reportMissing(root, options);
  return findNode(root);
}

function reportMissing(root, options) {
  const { required, optional } = missingPackages(root, options);
  for (const entry of optional) say(`note: ${missingSentence(entry)}`);
  if (required.length > 0) throw new SetupError(required.map(missingSentence).join('\n'));
}

/** Runs `main` and turns what it could not do into a sentence and an exit code. */
export async function orExplain(main) {
  try {
    return await main();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    for (const line of error.message.split('\n')) say(line);
    process.exit(2);
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await orExplain(() => setup(process.argv[2] ? resolve(process.argv[2]) : ROOT));
}
