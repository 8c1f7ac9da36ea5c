import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// What setup did last lives inside node_modules, so that deleting the folder forgets it too.
const stampFile = (root) => join(root, 'node_modules/.assay-setup.json');

/** @returns {{ lockfile?: string, tried?: string[] }} `tried`: system packages that could not be installed */
export function readStamp(root) {
  try {
    const stamp = JSON.parse(readFileSync(stampFile(root), 'utf8'));
    return stamp !== null && typeof stamp === 'object' ? stamp : {};
  } catch {
    return {};
  }
}

export function writeStamp(root, changes) {
  writeFileSync(stampFile(root), `${JSON.stringify({ ...readStamp(root), ...changes })}\n`);
}
