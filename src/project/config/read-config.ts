import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayConfig, CONFIG_PATH, CONFIG_VERSION, type CommandLine } from '#contracts/config.ts';
import { AssayError, asSentence } from '#contracts/errors.ts';
import type { Command } from '#contracts/exec.ts';
import type { ToolSettings } from '#contracts/toolchain.ts';
import { errnoOf, reasonOf } from '#host/file-error.ts';
import { explainConfig } from './explain-config.ts';

/** The configuration in a folder; undefined where there is none. */
export async function readConfig(folder: string): Promise<AssayConfig | undefined> {
  const path = join(folder, CONFIG_PATH);
  try {
    return readConfigText(await readFile(path, 'utf8'), path);
  } catch (error) {
    if (error instanceof AssayError) throw error;
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return undefined;
    throw new AssayError('FILE_UNREADABLE', `Cannot read the configuration ${path}: ${reasonOf(error)}`, {
      next: 'Make it a file that your user can read.',
    });
  }
}

/** A configuration from its text, from any source: a gate takes it from the base commit. */
export function readConfigText(text: string, path: string): AssayConfig {
  const value = parseJson(text, path);
  refuseNewer(value, path);
  const parsed = AssayConfig.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = explainConfig(AssayConfig, value, parsed.error.issues);
  throw invalid(path, asSentence(problems.join('; ')), 'Correct these fields, then try again.');
}

/** The part that discovery uses. */
export function toolSettingsOf(config: AssayConfig | undefined): ToolSettings {
  const { test, lint, format, typecheck, lsp, packageManager, services } = config ?? {};
  const stated = { test, lint, format, typecheck, lsp, packageManager, services };
  return Object.fromEntries(Object.entries(stated).filter(([, setting]) => setting !== undefined));
}

/** A person's text is a shell line; a list is a program and its arguments. */
export function commandOf(line: CommandLine): Command {
  if (typeof line === 'string') return { program: 'sh', args: ['-c', line] };
  const [program = '', ...args] = line;
  return { program, args };
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw invalid(path, `it is not JSON (${said})`, 'Correct it there; JSON has no comments and no last comma.');
  }
}

function refuseNewer(value: unknown, path: string): void {
  const version: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'version') : undefined;
  if (typeof version !== 'number' || version <= CONFIG_VERSION) return;
  throw invalid(
    path,
    `it is of version ${version}, and this Assay knows ${CONFIG_VERSION}.`,
    'Update Assay, or use the configuration of an older commit.',
  );
}

const invalid = (path: string, why: string, next: string): AssayError =>
  new AssayError('CONFIG_INVALID', `${path}: ${why}`, { next });
