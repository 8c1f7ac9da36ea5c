import { posix } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import type { Reason, ToolSource } from '#contracts/toolchain.ts';
import { commandLine, runs } from './ci-files.ts';
import type { FileView } from './file-view.ts';
import type { ToolRule } from './language-table.ts';
import { lineOf, type Manifest, readManifest, valueAt } from './manifest.ts';

/** The evidence for a tool. */
export interface Trace {
  readonly source: Extract<ToolSource, 'config-file' | 'manifest' | 'ci'>;
  readonly reason: Reason;
  /** Not stated anywhere: it comes with the language. Any explicit mention of another tool is stronger. */
  readonly implied?: boolean;
  /** How many folders up from the root it is: the nearest wins. */
  readonly distance: number;
}

/** The files of one root and of the folders above it, which apply to it too. */
export interface EvidenceScope {
  readonly view: FileView;
  /** The root first, then the folders above it up to the top ('.'). */
  readonly folders: readonly string[];
  readonly ciFiles: readonly string[];
}

type Detector = (rule: ToolRule, scope: EvidenceScope) => Trace | null;

/** The strongest evidence for a tool in a root. */
export function findTrace(rule: ToolRule, scope: EvidenceScope): Trace | null {
  for (const detect of DETECTORS) {
    const trace = detect(rule, scope);
    if (trace) return trace;
  }
  return null;
}

const byConfigFile: Detector = ({ configs = [] }, scope) =>
  nearest(scope, configs, (file) => ({
    source: 'config-file',
    reason: { file, text: `${posix.basename(file)} is its own file` },
  }));

const byKey: Detector = ({ keys = [] }, scope) => {
  for (const key of keys) {
    const [, name = '', sign, rest = ''] = /^([^#~]+)([#~])(.+)$/.exec(key) ?? [];
    const trace = nearest(scope, [name], (file) => {
      const text = scope.view.read(file) ?? '';
      const reason = sign === '#' ? sectionReason(file, text, rest) : patternReason(file, text, rest);
      return reason && { source: 'config-file', reason };
    });
    if (trace) return trace;
  }
  return null;
};

function sectionReason(file: string, text: string, wanted: string): Reason | null {
  const [key = '', start] = wanted.split('=');
  const value = valueAt(parsed(file, text), key);
  if (value === undefined || (start !== undefined && !(typeof value === 'string' && value.startsWith(start))))
    return null;
  return {
    file,
    line: sectionLine(text, key),
    key,
    text: `${key} is set${start === undefined ? '' : ` to ${String(value)}`}`,
  };
}

function patternReason(file: string, text: string, pattern: string): Reason | null {
  const line = text.split('\n').findIndex((each) => new RegExp(pattern).test(each));
  return line === -1 ? null : { file, line: line + 1, text: `says ${text.split('\n')[line]?.trim()}` };
}

/** `[tool.ruff.lint]` counts as the place of `tool.ruff`; in JSON and YAML only the last part appears. */
function sectionLine(text: string, key: string): number {
  const table = text.split('\n').findIndex((line) => line.startsWith(`[${key}]`) || line.startsWith(`[${key}.`));
  return table === -1 ? lineOf(text, key.split('.').at(-1) ?? key) : table + 1;
}

function parsed(file: string, text: string): unknown {
  try {
    if (file.endsWith('.json')) return JSON.parse(text);
    return file.endsWith('.toml') ? parseToml(text) : parseYaml(text);
  } catch {
    return undefined;
  }
}

/** Manifests, most informative first. */
const MANIFESTS = [
  'package.json',
  'composer.json',
  'pyproject.toml',
  'Cargo.toml',
  'Pipfile',
  'requirements*.txt',
  'requirements/*.txt',
  'setup.py',
  'setup.cfg',
  'go.mod',
  'Gemfile',
  'gems.rb',
  '*.gemspec',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  '*.csproj',
  '*/*.csproj',
  '*/*/*.csproj',
  'Directory.Build.props',
  'mix.exs',
  'Package.swift',
  'dune-project',
  '*.opam',
  'pubspec.yaml',
];

const byPackage: Detector = ({ packages = [] }, scope) =>
  packages.length === 0
    ? null
    : nearest(scope, MANIFESTS, (file) => {
        const mention = manifestOf(scope.view, file).packages.find(({ name, version }) =>
          packages.some((wanted) => isWanted(wanted, name, version)),
        );
        if (!mention) return null;
        const { name, line, key } = mention;
        return { source: 'manifest', reason: { file, line, key, text: `asks for ${name}` } };
      });

function isWanted(wanted: string, name: string, version: string): boolean {
  const [, plain, major] = /^(.+?)(?:@(\d+))?$/.exec(wanted) ?? [];
  if (plain?.toLowerCase() !== name.toLowerCase()) return false;
  const found = /\d+/.exec(version)?.[0];
  return major === undefined || (found !== undefined && Number(found) >= Number(major));
}

const byScript: Detector = ({ commands = [] }, scope) =>
  commands.length === 0
    ? null
    : nearest(scope, ['package.json', 'composer.json'], (file) => {
        const script = manifestOf(scope.view, file).scripts.find(({ name }) =>
          commands.some((words) => runs(name, words)),
        );
        if (!script) return null;
        return {
          source: 'manifest',
          reason: { file, line: script.line, key: script.key, text: `runs ${script.name}` },
        };
      });

const byBringer: Detector = ({ comesWith = [] }, scope) =>
  nearest(scope, comesWith, (file) => ({
    source: 'manifest',
    implied: true,
    reason: { file, text: `comes with ${posix.basename(file)}` },
  }));

const byCi: Detector = ({ commands = [] }, { view, ciFiles }) => {
  if (commands.length === 0) return null;
  return onceAView(ofCi, view, commands.join('\n'), () => {
    for (const file of ciFiles) {
      const found = commandLine(view.read(file) ?? '', commands);
      if (found)
        return { source: 'ci', distance: 0, reason: { file, line: found.line, text: `runs ${found.command}` } };
    }
    return null;
  });
};

const DETECTORS: readonly Detector[] = [byConfigFile, byKey, byPackage, byScript, byBringer, byCi];

/** Looks in the root first, then in each folder above, for files with one of the names. */
function nearest(
  { view, folders }: EvidenceScope,
  names: readonly string[],
  look: (file: string) => Omit<Trace, 'distance'> | null,
): Trace | null {
  for (const [distance, folder] of folders.entries()) {
    for (const name of names) {
      for (const file of matching(view, folder === '.' ? name : `${folder}/${name}`)) {
        const trace = look(file);
        if (trace) return { ...trace, distance };
      }
    }
  }
  return null;
}

/** In a monorepo every rule asks the same of every root, so the files' contents are analysed once. */
function onceAView<T>(kept: Kept<T>, view: FileView, name: string, find: () => T): T {
  const known = kept.get(view) ?? new Map<string, T>();
  kept.set(view, known);
  if (known.has(name)) return known.get(name) as T;
  const found = find();
  known.set(name, found);
  return found;
}
type Kept<T> = WeakMap<FileView, Map<string, T>>;
const ofCi: Kept<Trace | null> = new WeakMap();
const matched: Kept<readonly string[]> = new WeakMap();
const manifests: Kept<Manifest> = new WeakMap();

const indexes = new WeakMap<FileView, ReadonlySet<string>>();

export function matching(view: FileView, path: string): readonly string[] {
  if (!path.includes('*')) {
    const known = indexes.get(view) ?? new Set(view.paths);
    indexes.set(view, known);
    return known.has(path) ? [path] : [];
  }
  return onceAView(matched, view, path, () => {
    const pattern = new RegExp(`^${path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')}$`);
    return view.paths.filter((each) => pattern.test(each));
  });
}

const manifestOf = (view: FileView, path: string): Manifest =>
  onceAView(manifests, view, path, () => readManifest(path, view.read(path) ?? ''));
