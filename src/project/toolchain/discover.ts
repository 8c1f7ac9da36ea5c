import { posix } from 'node:path';
import type {
  FoundTool,
  Language,
  Toolchain,
  ToolchainRoot,
  ToolPreference,
  ToolRole,
  ToolSource,
} from '#contracts/toolchain.ts';
import { isCiFile } from './ci-files.ts';
import { type EvidenceScope, findTrace } from './evidence.ts';
import type { FileView } from './file-view.ts';
import { type DiscoverOptions, toolOf } from './found-tool.ts';
import type { LanguageTable } from './language-table.ts';
import { LANGUAGES } from './languages/all.ts';
import { findRoots, type Root } from './roots.ts';
import { settingsFor } from './settings.ts';
import { viewHash } from './view-hash.ts';

/** Finds the tools of a project: for every root, language and role the best guess first, with the reason. Pure. */
export function discover(view: FileView, options: DiscoverOptions = {}): Toolchain {
  const { roots, truncated } = findRoots(view);
  const ciFiles = view.paths.filter(isCiFile);
  return {
    roots: roots.map((root) => equip(root, { view, folders: upFrom(root.path), ciFiles }, options)),
    hash: viewHash(view, options),
    truncated: truncated || view.truncated,
  };
}

/** The best tool for a role in a root, of one language or of the one with most files. */
export function chosen(root: ToolchainRoot, role: ToolRole, language?: Language): FoundTool | undefined {
  const main = language ?? root.languages[0]?.language;
  return root.tools.find((tool) => tool.role === role && tool.language === main);
}

function equip(root: Root, scope: EvidenceScope, options: DiscoverOptions): ToolchainRoot {
  const tools = root.languages.flatMap(({ language }) => {
    const table = LANGUAGES.find((each) => each.language === language);
    return table ? toolsOf(table, root.path, scope, options) : [];
  });
  return { path: root.path, languages: [...root.languages], tools };
}

function toolsOf(table: LanguageTable, root: string, scope: EvidenceScope, options: DiscoverOptions): FoundTool[] {
  const { language } = table;
  const stated = [
    ...(options.preferences ?? []).flatMap((preference) => preferred(preference, table)),
    ...settingsFor(options.settings ?? {}, root, table),
  ];
  const found = table.tools
    .flatMap((rule) => {
      const trace = findTrace(rule, scope);
      if (!trace) return [];
      const tool = toolOf(rule, language, trace.source, trace.reason);
      return [{ tool, distance: trace.distance, rank: trace.implied ? IMPLIED : rank(tool) }];
    })
    // Of evidence with the same confidence the nearest comes first; the sort is stable, so the table decides last.
    .sort((a, b) => a.rank - b.rank || a.distance - b.distance)
    .map(({ tool }) => tool);
  const known = unique([...stated, ...found]);
  const roles = new Set(known.map(({ role }) => role));
  return [...known, ...defaultsOf(table).filter(({ role }) => !roles.has(role))];
}

const SOURCES: readonly ToolSource[] = ['preference', 'project-config', 'config-file', 'manifest', 'ci', 'default'];
const IMPLIED = SOURCES.indexOf('default');
const rank = ({ source }: FoundTool): number => SOURCES.indexOf(source);

function preferred({ role, tool, language, why }: ToolPreference, table: LanguageTable): FoundTool[] {
  if (language !== undefined && language !== table.language) return [];
  const rule = table.tools.find((each) => each.name === tool && each.role === role);
  // A preference without a language applies to those that know the tool.
  if (!rule && language === undefined) return [];
  const text = why ?? 'chosen before';
  return [toolOf(rule ?? { role, name: tool, run: [] }, table.language, 'preference', { file: null, text })];
}

function defaultsOf({ defaults, tools, language }: LanguageTable): FoundTool[] {
  return tools
    .filter(({ name, role }) => defaults[role] === name)
    .map((rule) => toolOf(rule, language, 'default', { file: null, text: `recommended for ${language}` }));
}

function unique(tools: readonly FoundTool[]): FoundTool[] {
  const seen = new Set<string>();
  return tools.filter(({ role, name }) => {
    const key = `${role} ${name}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function upFrom(folder: string): string[] {
  return folder === '.' ? ['.'] : [folder, ...upFrom(posix.dirname(folder))];
}
