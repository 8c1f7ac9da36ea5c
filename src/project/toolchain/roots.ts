import { posix } from 'node:path';
import type { FoundLanguage } from '#contracts/toolchain.ts';
import { matching } from './evidence.ts';
import type { FileView } from './file-view.ts';
import type { LanguageTable } from './language-table.ts';
import { LANGUAGES } from './languages/all.ts';

export interface Root {
  readonly path: string;
  readonly languages: readonly FoundLanguage[];
}

const MAX_ROOTS = 400;

/** The folders with a manifest of their own, and the top; each with the languages of its own files. */
export function findRoots(view: FileView): { roots: Root[]; truncated: boolean } {
  const folders = new Set(['.']);
  for (const table of LANGUAGES) {
    for (const name of table.manifests.filter(marksRoot)) {
      for (const path of manifestsOf(view, name)) folders.add(posix.dirname(path));
    }
  }
  // The deepest are dropped first: a monorepo has hundreds of examples, and packages that follow them in the alphabet.
  const byDepth = [...folders].sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1));
  const kept = byDepth.slice(0, MAX_ROOTS).sort();
  const byRoot = new Map(kept.map((folder) => [folder, [] as string[]]));
  for (const path of view.paths) byRoot.get(rootOf(path, byRoot))?.push(path);
  const roots = kept.map((path) => ({ path, languages: languagesOf(view, path, byRoot.get(path) ?? []) }));
  return {
    roots: roots.filter(({ path, languages }) => path === '.' || languages.length > 0),
    truncated: folders.size > kept.length,
  };
}

const depthOf = (folder: string): number => folder.split('/').length;

/** Files that occur in many folders of one project: they show its language, but no root. */
const marksRoot = (name: string): boolean =>
  ![
    'CMakeLists.txt',
    'meson.build',
    'tsconfig.json',
    'versions.tf',
    'main.tf',
    'default.nix',
    'shell.nix',
    'setup.cfg',
    'requirements.txt',
    '*.csproj',
    'global.json',
  ].includes(name);

function manifestsOf(view: FileView, name: string): readonly string[] {
  const isOne = (base: string): boolean =>
    name.startsWith('*') ? base.endsWith(name.slice(1)) && base !== name.slice(1) : base === name;
  return view.paths.filter((path) => isOne(posix.basename(path)));
}

function rootOf(path: string, roots: ReadonlyMap<string, unknown>): string {
  let folder = posix.dirname(path);
  while (!roots.has(folder) && folder !== '.') folder = posix.dirname(folder);
  return folder;
}

/** By manifest (high), or by existing files (medium): a few stray scripts make no language. */
function languagesOf(view: FileView, root: string, own: readonly string[]): FoundLanguage[] {
  const counts = new Map(LANGUAGES.map((table) => [table, own.filter((path) => isOf(table, path)).length]));
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const found = LANGUAGES.flatMap((table): FoundLanguage[] => {
    const files = counts.get(table) ?? 0;
    const manifest = table.manifests.flatMap((name) => matching(view, posix.join(root, name)))[0];
    const { language } = table;
    if (manifest !== undefined && saysLanguage(table, posix.basename(manifest), files, total)) {
      return [
        {
          language,
          files,
          confidence: 'high',
          reason: { file: manifest, text: `${posix.basename(manifest)} exists` },
        },
      ];
    }
    if (files === 0 || (files < 3 && files / total < 0.1)) return [];
    const text = `${files} of ${total} source files are ${language}`;
    return [
      { language, files, confidence: 'medium', reason: { file: own.find((path) => isOf(table, path)) ?? null, text } },
    ];
  });
  // A package.json at the top of a TypeScript project does not imply JavaScript.
  const isNamedOnly = ({ language, files }: FoundLanguage): boolean => language === 'javascript' && files === 0;
  return found.filter((each) => found.length === 1 || !isNamedOnly(each)).sort((a, b) => b.files - a.files);
}

/** A manifest that several languages share implies none of them without files of it. */
function saysLanguage({ language }: LanguageTable, manifest: string, files: number, total: number): boolean {
  const shared = [
    'package.json',
    'pom.xml',
    'build.gradle',
    'build.gradle.kts',
    'main.tf',
    'flake.nix',
    'default.nix',
    'shell.nix',
  ];
  if (language === 'javascript' || shared.includes(manifest))
    return files > 0 || (total === 0 && manifest !== 'flake.nix');
  return true;
}

const isOf = ({ extensions, names = [] }: LanguageTable, path: string): boolean => {
  const base = posix.basename(path);
  if (names.includes(base)) return true;
  const dot = base.lastIndexOf('.');
  return dot > 0 && extensions.includes(base.slice(dot + 1)) && !isConfigScript(base);
};

/** A config file written as a program does not make its language the project's. */
const isConfigScript = (base: string): boolean =>
  /\.(config|conf)\.[cm]?[jt]s$|^\.?\w*rc\.[cm]?js$|^build\.gradle\.kts$|^settings\.gradle\.kts$|^(conf|setup|conftest|noxfile|conanfile)\.py$|^\.?[\w-]+\.exs$/.test(
    base,
  ) && !/_test\.exs$/.test(base);
