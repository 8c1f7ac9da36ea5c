import { readdirSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import type { Entry } from '../entries.ts';
import { read, testFiles, write } from './edits.ts';

/** The runner's own configuration leaves the changed test files out. Go has nothing of the kind. */
export function leaveOut(entry: Entry, folder: string): string | null {
  const files = testFiles(entry).map((path) => posix.relative(entry.unit === '.' ? '' : entry.unit, path));
  const place = join(folder, entry.unit);
  return files.length === 0 ? null : (BY_RUNNER[entry.runner]?.(place, files, readdirSync(place)) ?? null);
}

type Exclude = (folder: string, files: readonly string[], names: readonly string[]) => string | null;

const BY_RUNNER: Readonly<Record<string, Exclude>> = {
  vitest: (folder, files, names) => {
    const config = names.find((name) => /^vite(st)?\.config\./.test(name));
    const list = files.map((file) => JSON.stringify(file)).join(', ');
    if (config === undefined)
      return made(
        folder,
        'vitest.config.mjs',
        `export default { test: { exclude: [${list}, '**/node_modules/**'] } };\n`,
      );
    const text = read(folder, config);
    const has = /\bexclude:\s*\[/.test(text);
    return changed(
      folder,
      config,
      has
        ? text.replace(/\bexclude:\s*\[/, (found) => `${found}${list}, `)
        : text.replace(/\btest:\s*\{/, (found) => `${found} exclude: [${list}, '**/node_modules/**'],`),
    );
  },
  jest: (folder, files, names) => {
    const config = names.find((name) => /^jest\.config\./.test(name));
    if (config === undefined) return inPackage(folder, 'jest', { testPathIgnorePatterns: files });
    const opens = /(module\.exports\s*=\s*|const \w+\s*=\s*|export default\s*)\{/;
    return changed(
      folder,
      config,
      read(folder, config).replace(opens, (found) => `${found}\n  testPathIgnorePatterns: ${JSON.stringify(files)},`),
    );
  },
  mocha: (folder, files, names) => {
    const config = names.find((name) => /^\.mocharc\.(json|ya?ml)$/.test(name));
    if (config === undefined) return made(folder, '.mocharc.json', JSON.stringify({ ignore: files }));
    const text = read(folder, config);
    if (!config.endsWith('json')) return changed(folder, config, `${text}\nignore: ${JSON.stringify(files)}\n`);
    return changed(folder, config, JSON.stringify({ ...JSON.parse(text), ignore: files }));
  },
  ava: (folder, files) => inPackage(folder, 'ava', { files: files.map((file) => `!${file}`) }),
  tap: (folder, files) => inPackage(folder, 'tap', { exclude: files }),
  'node:test': (folder) => {
    const text = read(folder, 'package.json');
    return changed(folder, 'package.json', text.replaceAll(/--test(?=\s|")/g, '--test --test-skip-pattern=.'));
  },
  pytest: (folder, files, names) => {
    const options = files.map((file) => `--deselect=${file}`);
    const text = names.includes('pyproject.toml') ? read(folder, 'pyproject.toml') : '';
    if (!text.includes('[tool.pytest.ini_options]'))
      return made(folder, 'pytest.ini', `[pytest]\naddopts = ${options.join(' ')}\n`);
    const list = options.map((option) => JSON.stringify(option)).join(', ');
    const added = /^addopts\s*=\s*\[/m.test(text)
      ? text.replace(/^addopts\s*=\s*\[/m, (found) => `${found}${list}, `)
      : /^addopts\s*=\s*"/m.test(text)
        ? text.replace(/^addopts\s*=\s*"/m, (found) => `${found}${options.join(' ')} `)
        : text.replace('[tool.pytest.ini_options]', (found) => `${found}\naddopts = [${list}]`);
    return changed(folder, 'pyproject.toml', added);
  },
  cargo: (folder, files) => {
    const targets = files.filter((file) => /^tests\/[^/]+\.rs$/.test(file));
    if (targets.length === 0) return null;
    const tables = targets.map(
      (file) => `\n[[test]]\nname = "${basename(file, '.rs')}"\npath = "${file}"\ntest = false\n`,
    );
    return changed(folder, 'Cargo.toml', `${read(folder, 'Cargo.toml')}${tables.join('')}`);
  },
};

function made(folder: string, name: string, text: string): string {
  write(folder, name, text);
  return `a new ${name}`;
}

function changed(folder: string, name: string, text: string): string | null {
  if (text === read(folder, name)) return null;
  write(folder, name, text);
  return `another ${name}`;
}

function inPackage(folder: string, key: string, more: Record<string, readonly string[]>): string | null {
  const manifest = JSON.parse(read(folder, 'package.json'));
  return changed(
    folder,
    'package.json',
    `${JSON.stringify({ ...manifest, [key]: { ...manifest[key], ...more } }, null, 2)}\n`,
  );
}
