// npm run pack: the publishable package, dist/assay-VERSION.tgz. From a clone Assay runs as it is; Node strips no types
// under node_modules, so what is installed from npm is stripped here.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildPage } from './built-page.ts';
import { missingImports } from './pack/imports.ts';
import { type Manifest, publishedManifest } from './pack/manifest.ts';
import { toJavaScript } from './pack/strip.ts';
import { isMain, ROOT, runTool } from './processes.ts';
import { isTestFile } from './rooms.ts';
import { sourceFiles } from './source-files.ts';
import { specifiersOf } from './specifiers.ts';

/** What is published. Test files and fixtures in these folders are left out. */
const PUBLISHED = /^(?:(?:src|sim|examples|bin)\/|(?:README|CHANGELOG)\.md$|LICENSE$)/;
const CODE = /(?<!\.d)\.ts$/;

export interface Packed {
  readonly tarball: string;
  readonly bytes: number;
  readonly files: number;
}

/** Builds the tarball from the sources in `root` into the folder `out`. */
export async function pack(root: string, out: string): Promise<Packed> {
  const staging = mkdtempSync(join(tmpdir(), 'assay-pack-'));
  try {
    const manifest: Manifest = publishedManifest(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
    const files = stage(root, staging, manifest) + (await stagePage(staging));
    mkdirSync(out, { recursive: true });
    const args = ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', out];
    const { code, output } = await runTool('npm', args, { cwd: staging });
    if (code !== 0) throw new Error(`npm pack failed (exit code ${code}):\n${output}`);
    const tarball = join(out, `${manifest.name}-${manifest.version}.tgz`);
    return { tarball, bytes: statSync(tarball).size, files };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Writes the package as it will be installed. @returns how many files it has */
function stage(root: string, staging: string, manifest: Manifest): number {
  const code = new Map<string, string>();
  const paths = sourceFiles(root).filter((path) => PUBLISHED.test(path) && !isForTests(root, path));
  for (const path of paths) {
    const target = join(staging, path);
    mkdirSync(dirname(target), { recursive: true });
    if (CODE.test(path))
      code.set(path.replace(CODE, '.js'), toJavaScript(path, readFileSync(join(root, path), 'utf8')));
    else cpSync(join(root, path), target);
  }
  const missing = missingImports(code, manifest);
  if (missing.length > 0) throw new Error(`the package would not run:\n${missing.join('\n')}`);
  for (const [path, text] of code) writeFileSync(join(staging, path), text);
  writeFileSync(join(staging, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return paths.length + 1;
}

/** The page is built into the package itself: `dist/web` belongs to the clone, and a server may be reading it. */
async function stagePage(staging: string): Promise<number> {
  const page = join(staging, 'dist/web');
  await buildPage(page);
  return readdirSync(page, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}

function isForTests(root: string, path: string): boolean {
  if (isTestFile(path) || path.includes('/testing/')) return true;
  if (!CODE.test(path)) return false;
  const names = specifiersOf(path, readFileSync(join(root, path), 'utf8')).map(({ value }) => value);
  return isTestFile(path, names);
}

if (isMain(import.meta.url)) {
  try {
    const { tarball, bytes, files } = await pack(ROOT, join(ROOT, 'dist'));
    console.log(`${tarball}: ${files} files, ${(bytes / 1024).toFixed(0)} KiB`);
  } catch (error) {
    console.error(`pack: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
