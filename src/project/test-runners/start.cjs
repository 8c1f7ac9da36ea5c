const { existsSync, readFileSync, realpathSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { pathToFileURL } = require('node:url');
const Module = require('node:module');
const PACKAGES = '__PACKAGES__';
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
  console.error(`Cannot find package '${PACKAGES[0]}' in node_modules of ${process.cwd()} or above`);
  process.exit(127);
}
process.argv = [process.argv[0], file, ...args];
const own = [process.argv[0], file, ...args.slice(Number(count))];
const before = '__BEFORE__';
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
