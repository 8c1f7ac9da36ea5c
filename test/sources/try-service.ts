import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceToolName } from '#sources/mcp/as-tools.ts';
import type { PublicService } from './services.ts';
import { standIn } from './stand-in.ts';

export interface Bench {
  /** The folders of npm packages, and of clones of public repositories. */
  readonly packages: string;
  readonly mirrors: string | undefined;
  /** Where a document may be written. */
  readonly root: string;
  readonly assay: (
    args: readonly string[],
    stdin?: string,
  ) => Promise<{ code: number | null; out: string; err: string }>;
}

const SECRET = 'service-secret-4711-4711';

/** A public service by its own document, its calls answered by a stand-in that follows the document. */
export async function tryService(
  service: PublicService,
  { packages, mirrors, root, assay }: Bench,
): Promise<{ row: string; problem: string | null } | null> {
  const { name, header } = service;
  const file = documentOf(service, packages, mirrors, root);
  if (file === null) return null;
  const server = await standIn(file);
  const steps: string[] = [];
  const told = (problem: string | null) => ({ row: `| ${[name, 'openapi', ...steps].join(' | ')} |`, problem });
  try {
    const how = ['--openapi', file, '--url', server.url, '--header', `${header}=KEY`, '--only', ...service.only];
    const added = await assay(['sources', 'add', name, '--json', ...how]);
    steps.push(added.code === 0 ? 'yes' : 'no', String(added.code === 0 ? JSON.parse(added.out).tools.length : ''));
    if (added.code !== 0) return told(`add: ${added.out}${added.err}`);
    await assay(['sources', 'auth', name, '--secret', 'KEY'], SECRET);
    const tested = await assay(['sources', 'test', name]);
    steps.push(tested.code === 0 ? 'yes' : 'no');
    if (tested.code !== 0) return told(`test: ${tested.err}`);
    for (const { operation, input, says } of service.calls) {
      const question = `Use ${sourceToolName(name, operation)} with ${JSON.stringify(input)}`;
      const asked = await assay(['ask', '--model', 'compatible:test', '--mode', 'execute', question]);
      if (asked.code !== 0 || !says.test(asked.out)) {
        steps.push('no');
        return told(`${operation}: ${asked.out.slice(0, 400)} ${asked.err.slice(-300)}`);
      }
      if (asked.out.includes(SECRET)) return told(`${operation}: the secret was told`);
    }
    const isSigned = server.seen.every(({ headers }) => headers[header.toLowerCase()] === SECRET);
    steps.push(isSigned ? `${server.seen.length} calls` : 'unsigned');
    if (!isSigned) return told('a call had no secret');
    const removed = await assay(['sources', 'remove', name]);
    steps.push(removed.code === 0 ? 'yes' : 'no');
    return told(removed.code === 0 ? null : removed.err);
  } finally {
    server.close();
  }
}

function documentOf(
  { name, from, path }: PublicService,
  packages: string,
  mirrors: string | undefined,
  root: string,
): string | null {
  if ('npm' in from) return join(packages, 'node_modules', from.npm.replace(/@[^@]*$/, ''), path);
  const folder = mirrors === undefined ? null : join(mirrors, from.mirror.replace('/', '+'), 'repo');
  if (folder === null || !existsSync(folder)) return null;
  const shown = spawnSync('git', ['-C', folder, 'show', `HEAD:${path}`], { maxBuffer: 64 * 1024 * 1024 });
  const file = join(root, `${name}${path.endsWith('.json') ? '.json' : '.yaml'}`);
  writeFileSync(file, shown.stdout);
  return file;
}
