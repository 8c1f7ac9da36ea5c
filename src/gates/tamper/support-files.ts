import { posix } from 'node:path';
import { z } from 'zod';
import { CONFIG_PATH } from '#contracts/config.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { deliveredBy } from './delivered.ts';
import { isManifest, scriptsOf } from './manifest-change.ts';
import { mentionedBy, protectionOf } from './protected-paths.ts';

/**
 * Files that configuration, scripts, the preflight and the reviewer of the base refer to, directly or indirectly:
 * set-up files, reporters, check scripts, the rules they import.
 */
export async function supportFiles(
  treeRunner: Pick<TreeRunner, 'list' | 'read' | 'readAll'>,
  base: TreeHash,
  preflight: string | null,
): Promise<Set<string>> {
  const files = await treeRunner.list(base);
  const configs = files.filter((path) => MEASURES.has(protectionOf(path) ?? '') && !NAMES_NO_TOOL.test(path));
  const scripts: string[] = [preflight ?? ''];
  const describing = files.filter((path) => isManifest(path) || posix.basename(path) === 'setup.py');
  const texts = await treeRunner.readAll(base, [...configs, ...describing]);
  for (const path of files.filter(isManifest))
    scripts.push(Object.values(scriptsOf(texts.get(path) ?? null)).join('\n'));
  const isDelivered = deliveredBy(texts, files);
  const found = new Set([
    ...scripts.flatMap((text) => mentionedBy(text, files).filter((path) => isSupportFile(path))),
    // The reviewer's own files are not part of the work, wherever they are.
    ...mentionedBy(reviewerIn(await treeRunner.read(base, CONFIG_PATH)), files),
  ]);
  const waiting = [
    ...configs.map((path) => ({ path, config: true })),
    ...[...found].map((path) => ({ path, config: false })),
  ];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const text = (await treeRunner.read(base, next.path)) ?? '';
    for (const named of mentionedBy(text, files, next.path)) {
      if (found.has(named) || !isSupportFile(named, next.config && !isDelivered(named))) continue;
      found.add(named);
      waiting.push({ path: named, config: false });
    }
  }
  return found;
}

/** The command line of the project's own reviewer; empty where there is none. */
function reviewerIn(config: string | null): string {
  try {
    const { command } = Reviewer.parse(JSON.parse(config ?? '{}')).reviewer;
    return typeof command === 'string' ? command : command.join(' ');
  } catch {
    return '';
  }
}

const Reviewer = z.object({ reviewer: z.object({ command: z.union([z.string(), z.array(z.string())]) }) });

/** Readers of these files run nothing that they name. */
const NAMES_NO_TOOL = /(^|\/)(\.gitattributes|\.editorconfig|\.github\/.*\.md|CODEOWNERS)$/i;

const MEASURES: ReadonlySet<string> = new Set(['test-config', 'checks', 'scripts', 'hooks']);

/**
 * A configuration also names the code it is for. Outside of the code folders, what it names and the project does not
 * deliver is a measuring tool; inside, only files whose name says so.
 */
const isSupportFile = (path: string, byConfig = false): boolean =>
  (byConfig &&
    !/^(src|source|lib|app|packages)\//.test(path) &&
    /\.([cm]?[jt]sx?|json|py)$/.test(path) &&
    !isTest(path)) ||
  /(^|\/)(scripts?|tools?|bin|ci|build|config|\.config)\//.test(path) ||
  /(^|\/)[^/]*(set-?up|reporter|environment|global|matcher|preflight|check|lint|test-?utils?)[^/]*\.([cm]?[jt]sx?|py)$/i.test(
    path,
  ) ||
  /\.(sh|bash|mk)$/.test(path);

const isTest = (path: string): boolean =>
  /(^|[._-])(tests?|spec)(-d)?\.[cm]?[jt]sx?$|^test_.*\.py$/.test(posix.basename(path));
