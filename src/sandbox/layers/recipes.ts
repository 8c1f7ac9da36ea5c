import { posix } from 'node:path';
import type { Command } from '#contracts/exec.ts';

/** How the dependencies of one lockfile are installed. */
export interface Recipe {
  readonly tool: 'npm' | 'pnpm' | 'yarn' | 'yarn-berry' | 'pip' | 'uv';
  /** Folder of the lockfile, relative to the repository; '' is its root. */
  readonly dir: string;
  readonly lockfile: string;
  readonly makes: 'node_modules' | 'venv';
  /** Prints what else the result depends on. */
  readonly version: Command;
  /** `venv` is where a Python environment has to be: it cannot be moved later. */
  commands(venv: string): readonly Command[];
}

export interface Found {
  readonly recipes: readonly Recipe[];
  /** Dependencies that no layer is made for, and why. */
  readonly notes: readonly string[];
}

interface LockfileRule {
  readonly files: readonly string[];
  readonly recipe: (dir: string, lockfile: string, berry: boolean) => Recipe;
}

const NODE: Command = { program: 'node', args: ['--version'] };
const PYTHON: Command = { program: 'python3', args: ['--version'] };

/**
 * Install scripts are not run: they are programs of strangers. A project that needs them (native modules) names its
 * own install command.
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
        { program: 'python3', args: ['-m', 'venv', venv] },
        {
          program: `${venv}/bin/python`,
          args: ['-m', 'pip', 'install', '--disable-pip-version-check', '--no-input', '-r', 'requirements.txt'],
        },
      ],
    }),
  },
];

const UNSUPPORTED: Readonly<Record<string, string>> = {
  'poetry.lock': 'Poetry',
  'Pipfile.lock': 'Pipenv',
  'Cargo.lock': 'Cargo',
  'go.sum': 'Go',
  'Gemfile.lock': 'Bundler',
  'composer.lock': 'Composer',
  'bun.lock': 'Bun',
  'bun.lockb': 'Bun',
};

/** Which layers a list of files calls for: at most one of each kind a folder. `berry` tells of folders with a `.yarnrc.yml`. */
export function findRecipes(paths: readonly string[]): Found {
  const own = paths.filter((path) => !/(^|\/)(node_modules|\.venv|vendor|fixtures)\//.test(path));
  const here = new Set(own);
  const recipes: Recipe[] = [];
  const taken = new Set<string>();
  for (const { files, recipe } of RULES) {
    for (const path of own.filter((candidate) => files.includes(posix.basename(candidate)))) {
      const dir = posix.dirname(path) === '.' ? '' : posix.dirname(path);
      const made = recipe(dir, path, here.has(posix.join(dir, '.yarnrc.yml')));
      const place = `${made.makes}:${dir}`;
      if (taken.has(place)) continue;
      taken.add(place);
      recipes.push(made);
    }
  }
  return { recipes, notes: [...missing(own, recipes), ...unsupported(own)] };
}

/**
 * What prepares a layer: the project's own command, where it is one for this kind of dependencies; a program that is of
 * no kind (a shell, a script) is one for all. Else what the package manager usually needs.
 */
export function stepsOf(recipe: Recipe, venv: string, own: Command | undefined): readonly Command[] {
  const makes = own && KINDS.find(({ programs }) => programs.test(posix.basename(own.program)))?.makes;
  return own && (makes ?? recipe.makes) === recipe.makes ? [own] : recipe.commands(venv);
}

const KINDS: readonly { readonly makes: Recipe['makes']; readonly programs: RegExp }[] = [
  { makes: 'node_modules', programs: /^(?:npm|npx|pnpm|yarn|bun|corepack|node)$/ },
  { makes: 'venv', programs: /^(?:pip[\d.]*|python[\d.]*|uv|uvx|poetry|pdm|pipenv|hatch)$/ },
];

function missing(paths: readonly string[], recipes: readonly Recipe[]): string[] {
  const hasNode = recipes.some(({ makes }) => makes === 'node_modules');
  if (!paths.includes('package.json') || hasNode) return [];
  return ['package.json has no lockfile beside it, so no layer of node_modules was prepared.'];
}

function unsupported(paths: readonly string[]): string[] {
  const names = new Set(paths.map((path) => UNSUPPORTED[posix.basename(path)]).filter((name) => name !== undefined));
  return [...names].map((name) => `There is no layer for ${name} dependencies yet; give an install command.`);
}

/** Files that change what an install gives, besides the lockfile. */
export function isInstallSetting(path: string, dir: string): boolean {
  const relative = dir === '' ? path : path.startsWith(`${dir}/`) ? path.slice(dir.length + 1) : null;
  if (relative === null) return false;
  return SETTINGS.test(posix.basename(relative)) || /^(patches|\.yarn\/patches)\//.test(relative);
}

const SETTINGS =
  /^(\.npmrc|\.yarnrc|\.yarnrc\.yml|pnpm-workspace\.yaml|\.pnpmfile\.c?js|\.python-version|constraints\.txt)$/;
