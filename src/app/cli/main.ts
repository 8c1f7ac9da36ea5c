import { readFileSync } from 'node:fs';

// The first file of every command. It imports nothing of Assay's, so that `--version` costs only a start of Node.

// `bin/assay` enabled the compile cache for this process only; processes started by Assay must not inherit it.
if (process.env.ASSAY_SET_COMPILE_CACHE !== undefined) {
  delete process.env.ASSAY_SET_COMPILE_CACHE;
  delete process.env.NODE_COMPILE_CACHE;
}

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === '--version' || args[0] === '-v')) {
  console.log(packageVersion());
} else {
  const { runCli } = await import('./cli.ts');
  process.exitCode = await runCli(args, packageVersion());
}

function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  return manifest !== null && typeof manifest === 'object' && 'version' in manifest ? String(manifest.version) : '?';
}
