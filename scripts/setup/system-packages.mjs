import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { say } from './say.mjs';
import { readStamp, writeStamp } from './stamp.mjs';

/**
 * What the machine itself must bring. `required`: nothing works without; `optional`: tests that need it are skipped,
 * visibly; `later`: nothing needs it yet, so it is not asked for. `only: 'tests'`: not needed just to run Assay.
 */
export const SYSTEM_PACKAGES = [
  {
    name: 'git',
    commands: ['git'],
    need: 'required',
    use: 'every workspace is a git checkout',
    platforms: ['linux', 'darwin'],
    get: { debian: 'git', fedora: 'git', arch: 'git', macos: 'git' },
  },
  {
    name: 'bubblewrap',
    commands: ['bwrap'],
    need: 'optional',
    use: 'the sandbox around agents; the tests that need it are skipped',
    platforms: ['linux'],
    get: { debian: 'bubblewrap', fedora: 'bubblewrap', arch: 'bubblewrap' },
  },
  ...[
    ['shellcheck', 'shellcheck', 'shellcheck', 'the second opinion of the shell check; its tests are skipped'],
    ['checkbashisms', 'checkbashisms', 'devscripts', 'the third opinion of the shell check; its tests are skipped'],
    ['zsh', 'zsh', 'zsh', 'a third shell to run rewritten commands in; those tests are skipped'],
    ['jq', 'jq', 'jq', 'running the queries that previews suggest; those tests are skipped'],
    ['xmllint', 'xmllint', 'libxml2-utils', 'checking previews with another parser; those tests are skipped'],
  ].map(([name, command, debian, use]) => ({
    name,
    commands: [command],
    need: 'optional',
    only: 'tests',
    use,
    platforms: ['linux', 'darwin'],
    get: {
      debian,
      fedora: debian === 'libxml2-utils' ? 'libxml2' : debian,
      arch: name === 'xmllint' ? 'libxml2' : name,
    },
  })),
  {
    name: 'socat',
    commands: ['socat'],
    need: 'optional',
    only: 'tests',
    use: 'sandbox-runtime on Linux, where only its tests run; they are skipped',
    platforms: ['linux'],
    get: { debian: 'socat', fedora: 'socat', arch: 'socat' },
  },
  {
    name: 'chromium',
    commands: ['chromium', 'chromium-browser', 'google-chrome'],
    need: 'optional',
    only: 'tests',
    use: 'the tests of the web page',
    platforms: ['linux', 'darwin'],
    get: { debian: 'chromium', fedora: 'chromium', arch: 'chromium', macos: '--cask chromium' },
  },
];

const INSTALLERS = [
  ['debian', 'apt-get install', 'Debian, Ubuntu'],
  ['fedora', 'dnf install', 'Fedora'],
  ['arch', 'pacman -S', 'Arch'],
  ['macos', 'brew install', 'macOS'],
];

/** What is missing here, and which of it this process can install itself. */
export function missingPackages(root, { tests = false, table = SYSTEM_PACKAGES } = {}) {
  const missing = table.filter(
    (entry) =>
      (tests || entry.only !== 'tests') &&
      entry.need !== 'later' &&
      entry.platforms.includes(process.platform) &&
      !entry.commands.some(onPath),
  );
  const { tried = [] } = missing.length > 0 ? readStamp(root) : {};
  const canInstall = missing.length > 0 && process.getuid?.() === 0 && onPath('apt-get');
  return {
    required: missing.filter((entry) => entry.need === 'required'),
    optional: missing.filter((entry) => entry.need === 'optional'),
    // An optional package that failed once is not asked for again: each try costs a network round.
    toInstall: canInstall ? missing.filter((entry) => entry.need === 'required' || !tried.includes(entry.name)) : [],
  };
}

/** On Debian as root: installs what is missing, saying so. Elsewhere it does nothing. */
export function installSystemPackages(root, options) {
  const { toInstall } = missingPackages(root, options);
  if (toInstall.length === 0) return;
  say(`installing system packages with apt-get: ${toInstall.map((entry) => entry.get.debian).join(', ')}`);
  aptGet(['update']);
  for (const entry of toInstall) aptGet(['install', '--yes', '--no-install-recommends', entry.get.debian]);
  const failed = toInstall.filter((entry) => !entry.commands.some(onPath)).map((entry) => entry.name);
  if (failed.length > 0) {
    mkdirSync(join(root, 'node_modules'), { recursive: true });
    writeStamp(root, { tried: [...new Set([...(readStamp(root).tried ?? []), ...failed])] });
  }
}

function aptGet(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stdout, stderr, error } = spawnSync('apt-get', ['-qq', ...args], { env, encoding: 'utf8' });
  if (status !== 0) say(`apt-get ${args.join(' ')} failed:\n${error?.message ?? ''}${stdout ?? ''}${stderr ?? ''}`);
}

export function missingSentence({ name, use, get }) {
  const ways = INSTALLERS.flatMap(([system, command, label]) =>
    get[system] ? [`${command} ${get[system]} (${label})`] : [],
  );
  return `${name} is missing: ${use}. Get it with ${ways.join(', ')}.`;
}

function onPath(command) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder || '.', command)));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
