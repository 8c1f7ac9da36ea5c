/** Names of a project's own modules, for judging a missing import. */
export interface OwnModules {
  /** Packages by their import names. */
  readonly packages: readonly string[];
  /** Top names of Python modules. */
  readonly python: ReadonlySet<string>;
  /** Python modules are at the top, so a new one may be, too. */
  readonly flat: boolean;
  /** Crates of the project, as Rust code names them. */
  readonly crates: readonly string[];
  /** Top namespaces of PHP that the manifest declares as the project's; none where it declares none. */
  readonly namespaces: readonly string[];
}

export function ownModules(
  files: readonly string[],
  manifest: string | null,
  { cargo = null, composer = null }: { readonly cargo?: string | null; readonly composer?: string | null } = {},
): OwnModules {
  const python = files.flatMap((path) => /^(?:src\/|lib\/)?([A-Za-z_]\w*)(?:\/.*)?\.py$/.exec(path)?.[1] ?? []);
  const tops = files.filter((path) => /^(src\/)?[^/]+\.py$/.test(path) && !ASIDE.test(path));
  return {
    packages: nameOf(manifest),
    python: new Set([...python, ...packagesIn(files)]),
    flat: tops.length > 0,
    crates: cratesIn(cargo),
    namespaces: namespacesIn(composer),
  };
}

/** Names of Python packages anywhere: a unit in a subfolder has its own. */
function packagesIn(files: readonly string[]): string[] {
  return files.flatMap((path) => /(?:^|\/)([A-Za-z_]\w*)\/__init__\.py$/.exec(path)?.[1] ?? []);
}

const ASIDE = /(^|\/)(setup|conftest|noxfile|tasks|fabfile|manage|test_\w*|\w*_test)\.py$/;

/**
 * The module that a failure reports missing, where it cannot be one of this project's: a package that is not installed
 * is a broken import, not missing behaviour. Null otherwise.
 */
export function foreignModule(
  message: string,
  { packages, python, flat, crates, namespaces }: OwnModules,
): string | null {
  const [, php] = /\b(?:Class|Interface|Trait|Enum) "([^"\\]+\\[^"]+)" not found/.exec(message) ?? [];
  if (php !== undefined) {
    const top = php.slice(0, php.indexOf('\\')).toLowerCase();
    return namespaces.length === 0 || namespaces.includes(top) ? null : php;
  }
  const crate =
    /undeclared (?:crate or module|crate|module or unlinked crate) `(\w+)`|can't find crate for `(\w+)`/.exec(message);
  if (crate) {
    const [, module = '', whole = ''] = crate;
    const name = module || whole;
    return crates.length === 0 || crates.includes(name) || /^(crate|self|super|[A-Z]\w*)$/.test(name) ? null : name;
  }
  const [, module] =
    /No module named '([^']+)'/.exec(message) ??
    /Cannot find (?:module|package) ['"]([^'"]+)['"]/.exec(message) ??
    /Failed to (?:resolve import|load url|resolve entry for package) ['"]?([^'"\s]+)/.exec(message) ??
    [];
  if (module === undefined) return null;
  if (/^ModuleNotFoundError|^No module named/.test(message)) {
    const [top = module] = module.split('.');
    return flat || python.has(top) ? null : module;
  }
  if (/^([./#~]|file:|@\/)/.test(module)) return null;
  return packages.some((name) => module === name || module.startsWith(`${name}/`) || sameScope(name, module))
    ? null
    : module;
}

const sameScope = (name: string, module: string): boolean =>
  name.startsWith('@') && module.startsWith(name.slice(0, name.indexOf('/') + 1));

/** The package, and workspace members that it names. */
const cratesIn = (cargo: string | null): string[] =>
  [...(cargo ?? '').matchAll(/^\s*name\s*=\s*"([^"]+)"/gm)].map(([, name = '']) => name.replaceAll('-', '_'));

/** Of the folders that Composer loads classes from. */
function namespacesIn(composer: string | null): string[] {
  try {
    const manifest = JSON.parse(composer ?? '{}');
    const loaded = [manifest.autoload, manifest['autoload-dev']].flatMap((each) => [each?.['psr-4'], each?.['psr-0']]);
    return loaded.flatMap((list) => Object.keys(list ?? {}).map((name) => name.toLowerCase().replace(/\\.*$/s, '')));
  } catch {
    return [];
  }
}

function nameOf(manifest: string | null): string[] {
  try {
    const { name } = JSON.parse(manifest ?? '{}');
    return typeof name === 'string' ? [name] : [];
  } catch {
    return [];
  }
}
