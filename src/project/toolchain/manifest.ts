import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { escapePattern } from '#contracts/text.ts';

/** A package that a manifest requires, or a command line in it, and its location. */
export interface Mention {
  readonly name: string;
  readonly version: string;
  readonly line: number;
  readonly key: string;
}

export interface Manifest {
  readonly packages: readonly Mention[];
  /** Command lines in the manifest (npm scripts): the name is the line. */
  readonly scripts: readonly Mention[];
}

const NOTHING: Manifest = { packages: [], scripts: [] };

/** Reads any known manifest. One that cannot be parsed mentions nothing; reporting it is not discovery's task. */
export function readManifest(path: string, text: string): Manifest {
  const name = path.replace(/^.*\//, '');
  try {
    if (name === 'package.json' || name === 'composer.json') return fromJson(text);
    if (name === 'pyproject.toml' || name === 'Cargo.toml' || name === 'Pipfile') return fromToml(text);
    if (name === 'pubspec.yaml') return fromYaml(text);
  } catch {
    return NOTHING;
  }
  const pattern = LINES.find(([file]) => file.test(name))?.[1];
  return pattern ? { packages: fromLines(text, pattern), scripts: [] } : NOTHING;
}

/** Manifests that are programs or lists: a line that names a package does so in one way. */
const LINES: readonly (readonly [RegExp, RegExp])[] = [
  [/^requirements[\w.-]*\.(txt|in)$/, /^\s*([A-Za-z][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:[=~<>!]=?\s*([\d.]+))?/],
  [
    /^(setup\.py|setup\.cfg|tox\.ini|noxfile\.py)$/,
    /^\s*["']?([A-Za-z][\w.-]*)["']?\s*(?:[=~<>!]=\s*([\d.]+))?["']?,?\s*$/,
  ],
  [/^go\.mod$/, /^\s*(?:require\s+|tool\s+)?([\w.-]+\.[\w.-]+(?:\/[\w.~-]+)+)(?:\s+v([\d.]+))?/],
  [
    /^(Gemfile|gems\.rb|.*\.gemspec)$/,
    /^\s*(?:gem|\w+\.add_(?:\w+_)?dependency)[\s(]+["']([\w-]+)["'](?:,\s*["'][~<>= ]*([\d.]+))?/,
  ],
  [/^pom\.xml$/, /<artifactId>\s*([\w.-]+)\s*<\/artifactId>/],
  [
    /^(build|settings)\.gradle(\.kts)?$/,
    /(?:\bid\s*\(?\s*["']([\w.-]+)["'](?:\)?\s*version\s*["']([\d.]+))?|^\s*["']?(checkstyle|pmd|jacoco)["']?\s*$|^\s*id\(["'](checkstyle|pmd)["']\))/,
  ],
  [/\.(csproj|fsproj|props)$/, /<PackageReference\s+Include="([\w.-]+)"(?:\s+Version="([\d.]+))?/],
  [/^mix\.exs$/, /\{\s*:(\w+)\s*,\s*(?:"[~<>= ]*([\d.]+))?/],
  [/^Package\.swift$/, /\.package\([^)]*url:\s*"[^"]*\/([\w-]+?)(?:\.git)?"/],
  [/^(dune-project|.*\.opam)$/, /^\s*[("]?\s*"?([a-z][\w-]*)"?(?:\s*[{(]|\)|\s*$)/],
];

function fromLines(text: string, pattern: RegExp): Mention[] {
  return text.split('\n').flatMap((line, at) => {
    if (/^\s*(#|\/\/|<!--|--|;)/.test(line)) return [];
    const [, ...groups] = pattern.exec(line) ?? [];
    const name = groups.find((group) => group !== undefined && !/^[\d.]+$/.test(group));
    const version = groups.find((group) => group !== undefined && /^[\d.]+$/.test(group)) ?? '';
    return name === undefined ? [] : [{ name, version, line: at + 1, key: name }];
  });
}

function fromJson(text: string): Manifest {
  const data: unknown = JSON.parse(text);
  const groups = [
    'dependencies',
    'devDependencies',
    'peerDependencies',
    'optionalDependencies',
    'require',
    'require-dev',
  ];
  return {
    packages: groups.flatMap((group) => entries(data, group, text)),
    scripts: entries(data, 'scripts', text).map((found) => ({ ...found, name: found.version, version: '' })),
  };
}

/** pyproject's lists of requirements, its poetry, pdm and uv tables, Cargo's and Pipfile's tables. */
function fromToml(text: string): Manifest {
  const data: unknown = parseToml(text);
  const lists = [
    valueAt(data, 'project.dependencies'),
    ...values(valueAt(data, 'project.optional-dependencies')),
    ...values(valueAt(data, 'dependency-groups')),
    ...values(valueAt(data, 'tool.pdm.dev-dependencies')),
    valueAt(data, 'tool.uv.dev-dependencies'),
  ];
  const listed = lists
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .flatMap((entry: unknown) => {
      const [, name, version = ''] = typeof entry === 'string' ? (/^([\w.-]+)[^\d]*([\d.]*)/.exec(entry) ?? []) : [];
      return name === undefined ? [] : [{ name, version, line: lineOf(text, name), key: name }];
    });
  const tables = [
    'dependencies',
    'dev-dependencies',
    'build-dependencies',
    'workspace.dependencies',
    'packages',
    'dev-packages',
  ];
  const groups = Object.keys(record(valueAt(data, 'tool.poetry.group'))).map(
    (group) => `tool.poetry.group.${group}.dependencies`,
  );
  const poetry = ['tool.poetry.dependencies', 'tool.poetry.dev-dependencies', ...groups];
  return {
    packages: [...listed, ...[...tables, ...poetry].flatMap((table) => entries(data, table, text))],
    scripts: [],
  };
}

function fromYaml(text: string): Manifest {
  const data: unknown = parseYaml(text);
  return { packages: ['dependencies', 'dev_dependencies'].flatMap((group) => entries(data, group, text)), scripts: [] };
}

function entries(data: unknown, path: string, text: string): Mention[] {
  return Object.entries(record(valueAt(data, path))).map(([name, value]) => ({
    name,
    version: typeof value === 'string' ? value : '',
    line: lineOf(text, name),
    key: `${path}.${name}`,
  }));
}

export function valueAt(data: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => record(at)[key], data);
}

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  // Only accessed by key, and values are unknown again.
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
const values = (value: unknown): unknown[] => Object.values(record(value));

/** Where a name is set, or else the first line that contains it as a word; 1 where it is written in another way. */
export function lineOf(text: string, name: string): number {
  const plain = escapePattern(name);
  const lines = text.split('\n');
  const set = lines.findIndex((line) => new RegExp(`(^|[\\s"'{,])${plain}["']?\\s*[:=]`).test(line));
  const word = new RegExp(`(^|[\\s"'\\[{(,])${plain}(?![\\w-])`);
  return Math.max(1, (set === -1 ? lines.findIndex((line) => word.test(line)) : set) + 1);
}
