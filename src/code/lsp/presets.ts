import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { scrubEnv } from '#host/scrub-env.ts';
import type { ServerSetup } from './client.ts';

export type ServerChoice = Pick<ServerSetup, 'name' | 'program' | 'args' | 'env'>;

export interface PresetOptions {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Use the project's own server before ours. It is a program of the project: only where it runs in a sandbox, or where
   * the person trusts the project.
   */
  readonly trustProject?: boolean;
}

/** The server for a language, if there is one on this machine. */
export function serverFor(language: 'typescript' | 'python', options: PresetOptions): ServerChoice | undefined {
  return language === 'typescript' ? typescriptServer(options) : pyrightServer(options);
}

/** TypeScript speaks the protocol itself from version 7 on. */
function typescriptServer(options: PresetOptions): ServerChoice | undefined {
  const folder = foldersOf('typescript', options).find(
    (path) => majorOf(path) >= 7 && existsSync(join(path, 'bin/tsc')),
  );
  return folder === undefined ? undefined : onNode('tsc', [join(folder, 'bin/tsc'), '--lsp', '--stdio'], options);
}

function pyrightServer(options: PresetOptions): ServerChoice | undefined {
  const file = 'langserver.index.js';
  const folder = foldersOf('pyright', options).find((path) => existsSync(join(path, file)));
  return folder === undefined ? undefined : onNode('pyright', [join(folder, file), '--stdio'], options);
}

function onNode(name: string, args: readonly string[], { env }: PresetOptions): ServerChoice {
  return { name, program: process.execPath, args, env: scrubEnv(env, { allow: ['HOME'] }) };
}

/** Where a package lies: in the project, where that is trusted, then with us. */
function foldersOf(name: string, { root, trustProject = false }: PresetOptions): string[] {
  const theirs = join(root, 'node_modules', name);
  const ours = ourFolder(name);
  return [...(trustProject ? [theirs] : []), ...(ours === undefined ? [] : [ours])];
}

function ourFolder(name: string): string | undefined {
  const places = createRequire(import.meta.url).resolve.paths(name) ?? [];
  return places.map((place) => join(place, name)).find((folder) => existsSync(join(folder, 'package.json')));
}

function majorOf(folder: string): number {
  try {
    const read: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const version = typeof read === 'object' && read !== null && 'version' in read ? String(read.version) : '';
    return Number.parseInt(version, 10) || 0;
  } catch {
    return 0;
  }
}
