import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import { findOnPath } from '#host/find-system.ts';
import { findPeer } from '../program/import-peer.ts';

export const CODEX_SDK = '@openai/codex-sdk';

/** The program that the package brings for this machine, or the one on the PATH. */
export function findCodex(
  from: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  machine: { readonly platform: string; readonly arch: string } = process,
): string {
  const found = ofPackage(from, machine) ?? onPath(env);
  if (found !== null) return found;
  throw new AssayError('BINARY_NOT_FOUND', `Neither ${CODEX_SDK} nor a \`codex\` on the PATH was found.`, {
    next: `npm install -g ${CODEX_SDK}`,
  });
}

/**
 * For a program that npm installed, the file itself: its link may be outside of the mounts, and leads nowhere from
 * there.
 */
function onPath(env: Readonly<Record<string, string | undefined>>): string | null {
  const found = findOnPath('codex', env);
  const real = found === null ? null : realpathSync(found);
  return real?.includes(`${sep}node_modules${sep}`) ? real : found;
}

function ofPackage(from: readonly string[], { platform, arch }: { platform: string; arch: string }): string | null {
  const sdk = findPeer(CODEX_SDK, from);
  if (sdk === null) return null;
  try {
    // The package depends on the program's, and that on one for each machine.
    const main = createRequire(sdk).resolve('@openai/codex/package.json');
    const own = createRequire(main).resolve(`@openai/codex-${platform}-${arch}/package.json`);
    const triple = TRIPLES[`${platform}-${arch}`];
    return triple === undefined ? null : join(dirname(own), 'vendor', triple, 'bin', 'codex');
  } catch {
    return null;
  }
}

const TRIPLES: Readonly<Record<string, string>> = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
};

/** The version of the package, where it is installed. */
export function peerVersion(packageJson: string): string | null {
  const version: unknown = Reflect.get(Object(JSON.parse(readFileSync(packageJson, 'utf8'))), 'version');
  return typeof version === 'string' ? version : null;
}
