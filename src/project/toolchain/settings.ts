import { CONFIG_PATH } from '#contracts/config.ts';
import type { FoundTool, ToolRole, ToolSetting, ToolSettings } from '#contracts/toolchain.ts';
import { readConfigText, toolSettingsOf } from '../config/read-config.ts';
import type { FileView } from './file-view.ts';
import { toolOf } from './found-tool.ts';
import type { LanguageTable } from './language-table.ts';
import { LANGUAGES } from './languages/all.ts';

const ROLES: readonly (readonly [Exclude<keyof ToolSettings, 'test'>, ToolRole])[] = [
  ['lint', 'linter'],
  ['format', 'formatter'],
  ['typecheck', 'type-checker'],
  ['lsp', 'lsp'],
  ['packageManager', 'package-manager'],
];

/**
 * What the configuration among a project's own files states. For a person's project; a gate uses the base commit's,
 * whatever the measured files say.
 */
export function settingsIn(view: FileView): ToolSettings {
  const text = view.read(CONFIG_PATH);
  return toolSettingsOf(text === null ? undefined : readConfigText(text, CONFIG_PATH));
}

/** What the project's own Assay configuration says of a root and a language. */
export function settingsFor(settings: ToolSettings, root: string, table: LanguageTable): FoundTool[] {
  const tests = settings.test === undefined ? [] : Array.isArray(settings.test) ? settings.test : [settings.test];
  return [
    ...tests.flatMap((setting) => stated(setting, 'test', 'test-runner', root, table)),
    ...ROLES.flatMap(([key, role]) => {
      const setting = settings[key];
      return setting === undefined ? [] : stated(setting, key, role, root, table);
    }),
  ];
}

function stated(setting: ToolSetting, key: string, role: ToolRole, root: string, table: LanguageTable): FoundTool[] {
  const { tool, command, root: only } = typeof setting === 'string' ? { tool: setting } : setting;
  if (only !== undefined && only !== root) return [];
  const rule = table.tools.find((each) => each.role === role && each.name === tool);
  // A tool of another language does not belong to this one; an unknown tool may belong to any.
  if (
    !rule &&
    tool !== undefined &&
    LANGUAGES.some(({ tools }) => tools.some((each) => each.role === role && each.name === tool))
  )
    return [];
  const name = tool ?? command?.join(' ') ?? '';
  const reason = { file: CONFIG_PATH, key, text: `"${key}" names ${name}` };
  return [toolOf({ role, name, run: command ?? rule?.run ?? [] }, table.language, 'project-config', reason)];
}
