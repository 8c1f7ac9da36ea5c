import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Packed, pack } from '../../scripts/pack.ts';
import { ROOT, runTool, type ToolResult } from '../../scripts/processes.ts';
import { sourceFiles } from '../../scripts/source-files.ts';

// The package as a person gets it from npm: built, installed into an empty folder, started by its own bin.

const UNREACHABLE = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED)\b/;
const folder = mkdtempSync(join(tmpdir(), 'assay-packed-'));
let packed: Packed;

beforeAll(async () => {
  packed = await pack(ROOT, folder);
  console.log(`the package: ${packed.files} files, ${(packed.bytes / 1024).toFixed(0)} KiB`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('X7.11 the packed npm package', () => {
  it('contains only JavaScript, no tests, and everything a package needs', () => {
    const files = execFileSync('tar', ['-tzf', packed.tarball], { encoding: 'utf8' }).trim().split('\n');
    expect(files).toEqual(
      expect.arrayContaining(['bin/assay', 'LICENSE', 'src/app/cli/main.js', 'package.json'].map(inside)),
    );
    // What is written into the places where tests run.
    const programs = sourceFiles(ROOT).filter((path) =>
      /^src\/.*\/programs\/[^/]+\.(cjs|mjs|py|rb|php|go|rs|sh|bash)$/.test(path),
    );
    expect(programs.length).toBeGreaterThan(10);
    expect(files).toEqual(expect.arrayContaining(programs.map(inside)));
    expect(files.filter((path) => /\.tsx?$|\.test\.|fixtures|node_modules/.test(path))).toEqual([]);
    expect(files).toHaveLength(packed.files);
  });

  it('installs into an empty folder and runs', async ({ skip }) => {
    const home = mkdtempSync(join(folder, 'home-'));
    writeFileSync(join(home, 'package.json'), '{}');
    const args = ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const install = await runTool('npm', [...args, packed.tarball], { cwd: home });
    if (UNREACHABLE.test(install.output)) skip('the npm registry cannot be reached to install the dependencies');
    expect(install.code, install.output).toBe(0);

    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(await assay(home, '--version')).toEqual({ code: 0, output: `${version}\n` });
    const help = await assay(home, '--help');
    expect(help.code, help.output).toBe(0);
    expect(help.output).toMatch(/assay/i);
    expect(readdirSync(join(home, 'node_modules'))).not.toContain('node');
  });
});

const inside = (path: string): string => `package/${path}`;

function assay(home: string, ...args: string[]): Promise<ToolResult> {
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { PATH, HOME: home, ASSAY_HOME: join(home, '.assay') };
  return runTool(join(home, 'node_modules/.bin/assay'), args, { cwd: tmpdir(), env });
}
