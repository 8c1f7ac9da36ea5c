import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from './say.mjs';

const LEAST = [22, 18];

/** The Node to run Assay with: the pinned one, else the one that runs this. The rule `bin/assay` follows too. */
export function findNode(root) {
  const pinned = join(root, 'node_modules/node/bin/node');
  if (existsSync(pinned)) {
    const { status, stdout } = spawnSync(pinned, ['--version'], { encoding: 'utf8' });
    if (status === 0 && isCurrent(stdout)) return pinned;
  }
  if (isCurrent(process.version)) return process.execPath;
  throw new SetupError(
    `Node ${LEAST.join('.')} or newer is needed; this is ${process.version}, and the pinned one did not install.\n` +
      'Install a current Node (https://nodejs.org/download), or run `npm rebuild node --ignore-scripts=false` and see what it says.',
  );
}

function isCurrent(version) {
  const [major = 0, minor = 0] = version.trim().replace(/^v/, '').split('.').map(Number);
  return major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1]);
}
