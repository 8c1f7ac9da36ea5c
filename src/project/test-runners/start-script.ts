/**
 * A script that starts a runner's program in its own process. It finds the program as Node does, from the folder up, so
 * hoisted packages, workspaces and pnpm's layout are all the same; and the tests do not see the arguments that are ours:
 * a program under test that reads `process.argv` would take them for its own. Called with the number of ours, ours, and
 * then those a person would give. `before` is the text of an async function that is given the program's file first.
 */
export const startScript = (packages: readonly string[], before = 'null'): string => `
const { existsSync, readFileSync, realpathSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { pathToFileURL } = require('node:url');
const Module = require('node:module');
const PACKAGES = ${JSON.stringify(packages)};
const [count, ...args] = process.argv.slice(2);
const find = (name) => {
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const manifest = join(folder, 'node_modules', name, 'package.json');
    if (existsSync(manifest)) {
      const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
      const file = typeof bin === 'string' ? bin : (bin?.[name] ?? Object.values(bin ?? {})[0]);
      if (file) return realpathSync(join(dirname(manifest), file));
    }
    if (folder === dirname(folder)) return null;
  }
};
const file = PACKAGES.map(find).find(Boolean);
if (!file) {
  console.error('Cannot find package \\'' + PACKAGES[0] + '\\' in node_modules of ' + process.cwd() + ' or above');
  process.exit(127);
}
process.argv = [process.argv[0], file, ...args];
const own = [process.argv[0], file, ...args.slice(Number(count))];
const before = ${before};
const isModule = file.endsWith('.mjs') || (!file.endsWith('.cjs') && typeOf(dirname(file)) === 'module');
const start = () => {
  if (isModule) return import(pathToFileURL(file));
  // As the main module: some start only then.
  Module._load(file, null, true);
  // Runners read their arguments at once.
  process.argv = own;
};
if (before) before(file).then(start);
else start();
function typeOf(folder) {
  const manifest = join(folder, 'package.json');
  if (existsSync(manifest)) return JSON.parse(readFileSync(manifest, 'utf8')).type;
  return folder === dirname(folder) ? undefined : typeOf(dirname(folder));
}
`;

export const START_FILE = 'start.cjs';

/** The program and its first arguments: our script, or what somebody names instead of it. */
export function startWith(
  reports: string,
  launch: readonly [string, ...string[]] | undefined,
  nodeOptions: readonly string[],
  ours: readonly string[],
): { readonly program: string; readonly args: readonly string[] } {
  const [program, ...before] = launch ?? ['node'];
  if (launch) return { program, args: [...before, ...ours] };
  return { program, args: [...nodeOptions, `${reports}/${START_FILE}`, String(ours.length), ...ours] };
}
