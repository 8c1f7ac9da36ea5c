import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const Manifest = z.object({ dependencies: z.record(z.string(), z.string()) });
const Installed = z.object({ version: z.string() });

/** The peers have their own lockfile and are installed only for the benchmarks that need them, and only once. */
export async function ensurePeers(
  bench: string,
  say: (line: string) => void,
): Promise<{ ready: true } | { ready: false; why: string }> {
  if ((await missing(bench)).length === 0) return { ready: true };
  say('installing the peers: npm ci in bench/ (about 250 MB, once)');
  const code = await npmCi(bench);
  const still = await missing(bench);
  if (still.length === 0) return { ready: true };
  return { ready: false, why: `npm ci in bench/ ended with ${code}; still missing: ${still.join(', ')}` };
}

/** Packages that are absent, or there in another version than the manifest's. */
async function missing(bench: string): Promise<string[]> {
  const { dependencies } = Manifest.parse(JSON.parse(await readFile(join(bench, 'package.json'), 'utf8')));
  const checked = await Promise.all(
    Object.entries(dependencies).map(async ([name, wanted]) =>
      (await installed(bench, name)) === wanted ? [] : [name],
    ),
  );
  return checked.flat();
}

async function installed(bench: string, name: string): Promise<string | undefined> {
  try {
    const text = await readFile(join(bench, 'node_modules', name, 'package.json'), 'utf8');
    return Installed.parse(JSON.parse(text)).version;
  } catch {
    return undefined;
  }
}

/** Nothing among the peers needs an install script: their native parts come prebuilt. */
function npmCi(bench: string): Promise<number | null> {
  return new Promise((resolve) => {
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    const child = spawn('npm', args, { cwd: bench, stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
}
