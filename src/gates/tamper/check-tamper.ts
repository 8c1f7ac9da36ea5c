import { posix } from 'node:path';
import type { Refusal } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { DiffFile } from '#contracts/workspace.ts';
import type { Bench, ProjectRunner } from '../bench.ts';
import { changedParts, isManifest } from './manifest-change.ts';
import { mentionedBy, type Protection, protectionOf } from './protected-paths.ts';
import { suppressionsIn } from './suppressions.ts';

export interface TamperOrder {
  readonly base: TreeHash;
  readonly accepted: TreeHash;
  readonly tree: TreeHash;
  readonly runners: readonly ProjectRunner[];
  readonly preflight: string | null;
  readonly mayChange: readonly string[];
  /** A RED step writes tests and what they need; later steps do not. */
  readonly testsMayChange: boolean;
}

/** Whether anything changed that decides how the work is measured. */
export async function checkTamper(bench: Bench, order: TamperOrder): Promise<Refusal[]> {
  const { base, accepted, tree, runners, mayChange, testsMayChange } = order;
  const files = await bench.list(base);
  const pointedTo = await groundFiles(bench, base, files, order.preflight);
  const allowed = (path: string) => mayChange.some((pattern) => posix.matchesGlob(path, pattern));
  const refusals: Refusal[] = [];
  for (const file of (await bench.diff(base, tree)).files) {
    const paths = [file.path, ...(file.oldPath === undefined ? [] : [file.oldPath])];
    if (paths.every(allowed)) continue;
    const protection = paths
      .map((path) => protectionOf(path) ?? (pointedTo.has(path) ? 'scripts' : null))
      .find((found) => found !== null);
    if (protection && !SINCE_ACCEPTED.has(protection)) refusals.push(protectedFile(file, protection));
    if (isManifest(file.path)) refusals.push(...(await manifest(bench, base, tree, file.path)));
  }
  for (const file of (await bench.diff(accepted, tree)).files) {
    const isTest = runners.some((runner) => runner.isTestFile(file.path));
    const protection = protectionOf(file.path);
    const supports = protection !== null && SINCE_ACCEPTED.has(protection) && !isTest;
    if (supports && !testsMayChange && !allowed(file.path) && !(protection === 'snapshot' && file.status === 'added')) {
      refusals.push(protectedFile(file, protection));
    }
    refusals.push(...suppressionsIn(file).map((found) => suppressed(file.path, found)));
  }
  return refusals;
}

/** What tests stand on may change together with tests, in a RED step. */
const SINCE_ACCEPTED: ReadonlySet<Protection> = new Set(['snapshot', 'test-support']);

/** Files that configuration, scripts and the preflight of the base point to: set-up files, reporters, check scripts. */
async function groundFiles(
  bench: Bench,
  base: TreeHash,
  files: readonly string[],
  preflight: string | null,
): Promise<Set<string>> {
  const found = new Set(mentionedBy(preflight ?? '', files));
  const configs = files.filter((path) =>
    ['test-config', 'checks', 'scripts', 'hooks'].includes(protectionOf(path) ?? ''),
  );
  for (const path of [...configs, ...found]) {
    for (const named of mentionedBy((await bench.read(base, path)) ?? '', files, path))
      if (isGround(named)) found.add(named);
  }
  for (const path of files.filter(isManifest)) {
    const scripts = scriptsOf(await bench.read(base, path));
    for (const named of mentionedBy(scripts, files, path)) if (isGround(named)) found.add(named);
  }
  return found;
}

/** A configuration also names the code it is for; only what is plainly a tool of measuring is protected by mention. */
const isGround = (path: string): boolean =>
  /(^|\/)(scripts?|tools?|bin|ci|build|config|\.config)\//.test(path) ||
  /(^|\/)[^/]*(set-?up|reporter|environment|global|matcher|preflight|check|lint|test-?utils?)[^/]*\.[cm]?[jt]sx?$/i.test(
    path,
  ) ||
  /\.(sh|bash|mk)$/.test(path);

function scriptsOf(manifest: string | null): string {
  try {
    const { scripts = {} } = JSON.parse(manifest ?? '{}');
    return Object.values(scripts).join('\n');
  } catch {
    return '';
  }
}

async function manifest(bench: Bench, base: TreeHash, tree: TreeHash, path: string): Promise<Refusal[]> {
  const parts = changedParts(path, await bench.read(base, path), await bench.read(tree, path));
  return parts.map((part) => ({
    code: 'SCRIPTS_CHANGED',
    message: `${path}: ${part} decides how the work is measured, and changed`,
    next: `Put ${part} back as main has it. A person can allow it in .assay/config.json (mayChange) on main.`,
    file: path,
  }));
}

const WORDS: Readonly<Record<Protection, { code: string; what: string }>> = {
  'test-config': { code: 'TEST_CONFIG_CHANGED', what: 'decides how tests are run' },
  checks: { code: 'CHECKS_CHANGED', what: 'decides what the checks let pass' },
  scripts: { code: 'SCRIPTS_CHANGED', what: 'decides how the work is measured' },
  hooks: { code: 'HOOKS_CHANGED', what: 'is run by git' },
  assay: { code: 'ASSAY_CONFIG_CHANGED', what: 'decides what the gates ask for' },
  snapshot: { code: 'SNAPSHOT_CHANGED', what: 'is what tests compare with' },
  'test-support': { code: 'TEST_SUPPORT_CHANGED', what: 'is what tests stand on' },
};

function protectedFile({ path, status }: DiffFile, protection: Protection): Refusal {
  const { code, what } = WORDS[protection];
  const next = SINCE_ACCEPTED.has(protection)
    ? 'Put it back; a legitimate change of it belongs in a RED step, where its tests fail first.'
    : 'Put it back as main has it. A person can allow it in .assay/config.json (mayChange) on main.';
  return { code, message: `${path} ${what}, and was ${status}`, next, file: path };
}

const suppressed = (file: string, { line, text }: { line: number; text: string }): Refusal => ({
  code: 'CHECK_SILENCED',
  message: `${file}:${line} switches a check off: ${text}`,
  next: 'Write it so that the check passes.',
  file,
  line,
});
