import { posix } from 'node:path';
import type { Command } from '#contracts/exec.ts';

/** How the dependencies of one lockfile are installed. */
export interface Recipe {
  readonly tool:
    | ('npm' | 'pnpm' | 'yarn' | 'yarn-berry' | 'bun')
    | ('pip' | 'uv' | 'poetry' | 'pipenv' | 'python')
    | ('composer' | 'bundler');
  /** Folder of the lockfile, relative to the repository; '' is its root. */
  readonly dir: string;
  readonly lockfile: string;
  /** Without a lockfile, this manifest says roughly what is wanted, and an install takes the newest versions. */
  readonly unlocked?: boolean;
  readonly makes: 'node_modules' | 'venv' | 'vendor' | 'gems';
  /** Prints what else the result depends on. */
  readonly version: Command;
  /**
   * `venv` is where a Python environment has to be: it cannot be moved later. None: only what is installed in the
   * person's checkout is used.
   */
  commands(venv: string): readonly Command[];
}

export interface FoundRecipes {
  readonly recipes: readonly Recipe[];
}

interface LockfileRule {
  readonly files: readonly string[];
  readonly recipe: (dir: string, lockfile: string, berry: boolean) => Recipe;
}

const NODE: Command = { program: 'node', args: ['--version'] };
const PYTHON: Command = { program: 'python3', args: ['--version'] };

/**
 * Install scripts are not run: they are third-party programs. A project that needs them (native modules) names its own
 * install command.
 */
const node = (tool: Recipe['tool'], ...args: string[]): LockfileRule['recipe'] => {
  const program = tool === 'yarn-berry' ? 'yarn' : tool;
  return (dir, lockfile) => ({
    tool,
    dir,
    lockfile,
    makes: 'node_modules',
    version: NODE,
    commands: () => [{ program, args }],
  });
};

const yarnClassic = node('yarn', 'install', '--frozen-lockfile', '--ignore-scripts', '--non-interactive');
const yarnBerry = node('yarn-berry', 'install', '--immutable', '--mode=skip-build');

const RULES: readonly LockfileRule[] = [
  {
    files: ['npm-shrinkwrap.json', 'package-lock.json'],
    recipe: node('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'),
  },
  {
    files: ['pnpm-lock.yaml'],
    recipe: node('pnpm', 'install', '--frozen-lockfile', '--ignore-scripts', '--package-import-method=copy'),
  },
  {
    files: ['bun.lock', 'bun.lockb'],
    recipe: node('bun', 'install', '--frozen-lockfile', '--ignore-scripts'),
  },
  { files: ['yarn.lock'], recipe: (dir, lockfile, berry) => (berry ? yarnBerry : yarnClassic)(dir, lockfile, berry) },
  {
    files: ['uv.lock'],
    recipe: (dir, lockfile) => ({
      ...{ tool: 'uv', dir, lockfile, makes: 'venv', version: PYTHON },
      commands: (venv) => [
        { program: 'uv', args: ['sync', '--frozen', '--no-install-project'], env: { UV_PROJECT_ENVIRONMENT: venv } },
      ],
    }),
  },
  {
    files: ['requirements.txt'],
    recipe: (dir, lockfile) => ({
      ...{ tool: 'pip', dir, lockfile, makes: 'venv', version: PYTHON },
      commands: (venv) => [
        // The person has no environment of their own here, so the system's packages are what they test with.
        { program: 'python3', args: ['-m', 'venv', '--system-site-packages', venv] },
        {
          program: `${venv}/bin/python`,
          args: ['-m', 'pip', 'install', '--disable-pip-version-check', '--no-input', '-r', 'requirements.txt'],
        },
      ],
    }),
  },
];

/**
 * Only the package manager itself knows how these are installed: they are used as the person has them, or not at all.
 */
const asInstalled =
  (tool: Recipe['tool'], makes: Recipe['makes'], version: Command): LockfileRule['recipe'] =>
  (dir, lockfile) => ({ tool, dir, lockfile, makes, version, commands: () => [] });

/** After all those with a lockfile: a manifest alone counts only where nothing above covers its folder. */
const MANIFEST_RULES: readonly LockfileRule[] = [
  { files: ['poetry.lock'], recipe: asInstalled('poetry', 'venv', PYTHON) },
  { files: ['Pipfile.lock'], recipe: asInstalled('pipenv', 'venv', PYTHON) },
  { files: ['composer.lock', 'composer.json'], recipe: asInstalled('composer', 'vendor', NODE) },
  { files: ['Gemfile.lock', 'Gemfile'], recipe: asInstalled('bundler', 'gems', NODE) },
  { files: ['pyproject.toml', 'setup.py', 'setup.cfg', 'tox.ini'], recipe: asInstalled('python', 'venv', PYTHON) },
  {
    files: ['package.json'],
    recipe: (dir, lockfile, berry) => ({
      ...node(
        'npm',
        'install',
        '--no-package-lock',
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
      )(dir, lockfile, berry),
      unlocked: true,
      // Examples and fixtures in nested folders are not installed.
      ...(dir === '' ? {} : { commands: () => [] }),
    }),
  },
];

/**
 * Which layers a list of files needs: at most one of each kind per folder. `berry` names folders with a `.yarnrc.yml`.
 */
export function findRecipes(paths: readonly string[]): FoundRecipes {
  // Outer ones first: a nested folder belongs to them, unless it has a lockfile of its own.
  const own = paths
    .filter((path) => !/(^|\/)(node_modules|\.venv|vendor|fixtures)\//.test(path))
    .toSorted((a, b) => a.split('/').length - b.split('/').length);
  const here = new Set(own);
  const recipes: Recipe[] = [];
  const taken = new Set<string>();
  for (const { files, recipe } of [...RULES, ...MANIFEST_RULES]) {
    for (const path of own.filter((candidate) => files.includes(posix.basename(candidate)))) {
      const dir = posix.dirname(path) === '.' ? '' : posix.dirname(path);
      const made = recipe(dir, path, here.has(posix.join(dir, '.yarnrc.yml')));
      const places = made.unlocked ? upFrom(dir) : [dir];
      if (places.some((each) => taken.has(`${made.makes}:${each}`))) continue;
      taken.add(`${made.makes}:${dir}`);
      recipes.push(made);
    }
  }
  return { recipes };
}

const upFrom = (dir: string): string[] =>
  dir === '' ? [''] : [dir, ...upFrom(posix.dirname(dir) === '.' ? '' : posix.dirname(dir))];

/**
 * What prepares a layer: the project's own command, if it fits this kind of dependencies; a program of no kind (a
 * shell, a script) fits all. Otherwise what the package manager usually needs.
 */
export function recipeStepsOf(recipe: Recipe, venv: string, own: Command | undefined): readonly Command[] {
  const makes = own && KINDS.find(({ programs }) => programs.test(posix.basename(own.program)))?.makes;
  return own && (makes ?? recipe.makes) === recipe.makes ? [own] : recipe.commands(venv);
}

const KINDS: readonly { readonly makes: Recipe['makes']; readonly programs: RegExp }[] = [
  { makes: 'node_modules', programs: /^(?:npm|npx|pnpm|yarn|bun|corepack|node)$/ },
  { makes: 'venv', programs: /^(?:pip[\d.]*|python[\d.]*|uv|uvx|poetry|pdm|pipenv|hatch)$/ },
];

/** Files that change the result of an install, besides the lockfile. */
export function isInstallSetting(path: string, dir: string): boolean {
  const relative = dir === '' ? path : path.startsWith(`${dir}/`) ? path.slice(dir.length + 1) : null;
  if (relative === null) return false;
  return SETTINGS.test(posix.basename(relative)) || /^(patches|\.yarn\/patches)\//.test(relative);
}

const SETTINGS =
  /^(\.npmrc|\.yarnrc|\.yarnrc\.yml|pnpm-workspace\.yaml|\.pnpmfile\.c?js|\.python-version|constraints\.txt)$/;
