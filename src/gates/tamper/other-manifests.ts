import { parse as parseToml } from 'smol-toml';
import { isRunnerPackage } from '#project/test-runners/known-runners.ts';

type Parts = Readonly<Record<string, unknown>>;

/** The part of a manifest that decides how work is measured, in languages that keep targets and tools there. */
export const OTHER_MANIFESTS: readonly { readonly name: RegExp; readonly parts: (text: string) => Parts }[] = [
  { name: /(^|\/)setup\.cfg$/, parts: setupCfgParts },
  { name: /(^|\/)Cargo\.toml$/, parts: (text) => cargoParts(parseToml(text)) },
  { name: /(^|\/)go\.(mod|work)$/, parts: goParts },
  { name: /(^|\/)composer\.json$/, parts: (text) => composerParts(JSON.parse(text)) },
  { name: /(^|\/)pom\.xml$/, parts: pomParts },
  { name: /(^|\/)build\.gradle(\.kts)?$/, parts: gradleParts },
];

/** Sections that describe or build the package; all others belong to tools. */
const DESCRIBES =
  /^(metadata|options(\..+)?|bdist_\w+|sdist|wheel|egg_info|build_sphinx|upload_docs|upload|files|pbr)$/;

function setupCfgParts(text: string): Parts {
  const sections = text.split(/^(?=\[)/m).flatMap((section): [string, string][] => {
    const [, name] = /^\[([^\]]+)\]/.exec(section) ?? [];
    if (name === undefined ? section.trim() === '' : DESCRIBES.test(name.trim())) return [];
    return [[`[${name ?? ''}]`, section.trim()]];
  });
  return Object.fromEntries(sections);
}

/** Targets, how they are built for tests, lints, and replacements of crates. */
const CARGO_KEYS = `test bench bin example profile patch replace lints workspace`.split(' ');
const PACKAGE_KEYS = `autotests autobins autoexamples autobenches build edition rust-version`.split(' ');
const LIB_KEYS = `test doctest harness path bench`.split(' ');

function cargoParts(manifest: Record<string, unknown>): Parts {
  return {
    ...pick(manifest, CARGO_KEYS, ''),
    ...pick(manifest.package, PACKAGE_KEYS, 'package.'),
    ...pick(manifest.lib, LIB_KEYS, 'lib.'),
  };
}

const pick = (table: unknown, keys: readonly string[], prefix: string): Parts => {
  const found: Readonly<Record<string, unknown>> = table !== null && typeof table === 'object' ? { ...table } : {};
  return Object.fromEntries(keys.flatMap((key) => (key in found ? [[`${prefix}${key}`, found[key]]] : [])));
};

/** Replacements of modules, and the Go version. */
function goParts(text: string): Parts {
  return {
    ...(/^\s*(replace|exclude|use|toolchain)\b/m.test(text)
      ? { replace: text.match(/^\s*(replace|exclude|use|toolchain)\b(\s*\([^)]*\)|.*)/gm) }
      : {}),
  };
}

/** Scripts, sources and folders of packages, what is loaded before the tests, and the packages that run them. */
function composerParts(manifest: Record<string, unknown>): Parts {
  const listed = ['require', 'require-dev'].map((list) => pick(manifest[list], runnersIn(manifest[list]), ''));
  return {
    ...pick(manifest, ['scripts', 'config', 'repositories'], ''),
    ...pick(manifest['autoload-dev'], ['files'], 'autoload-dev.'),
    ...Object.assign({}, ...listed),
  };
}

const runnersIn = (list: unknown): string[] =>
  list !== null && typeof list === 'object' ? Object.keys(list).filter(isRunnerPackage) : [];

/**
 * A build may need more and describe itself; its plug-ins, their settings and its profiles decide how it is measured.
 */
function pomParts(text: string): Parts {
  return {
    build: (text.match(/<(build|profiles|reporting|modules)>[\s\S]*?<\/\1>/g) ?? []).map((part) =>
      part.replace(/\s+/g, ' '),
    ),
  };
}

function gradleParts(text: string): Parts {
  return {
    build: text
      .replace(/\bdependencies\s*\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/g, '')
      .replace(/^\s*(version|description|group)\b.*$/gm, '')
      .replace(/\s+/g, ' ')
      .trim(),
  };
}
