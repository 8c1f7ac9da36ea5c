import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { checkOut, clean, cloneOf, git, install, type Places, take } from './checkout.ts';
import { connect, type GateClient } from './client.ts';
import type { Entry } from './entries.ts';
import { playHosted } from './hosted.ts';
import { takeTests } from './inline-tests.ts';
import { play, type Work } from './play.ts';
import { proveEntry } from './prove-entry.ts';
import { environment, must, quoted, shell } from './shell.ts';
import { TWINS, type Twin, VARIANTS, type Variant } from './twins/twins.ts';

/** `mcp`: a gated PR over `assay mcp`; `hosted`: by `assay run`; `prove`: a branch that `assay prove` judges. */
export const WAYS = ['mcp', 'hosted', 'prove'] as const;
export type Way = (typeof WAYS)[number];

export interface Setting extends Places {
  readonly assay: string;
  readonly by: Way;
  /** Where the calls and answers of every replay are kept; null: nowhere. */
  readonly logs: string | null;
}

/** A line of the results. `not-run` and `no-twin` say why; they count neither way. */
export const Result = z.object({
  id: z.string(),
  repo: z.string(),
  runner: z.string(),
  variant: z.enum(VARIANTS),
  outcome: z.enum(['accepted', 'refused', 'no-twin', 'not-run']),
  /** The state in which a refused PR ended. */
  at: z.string().optional(),
  codes: z.array(z.string()).default([]),
  says: z.string().default(''),
  ms: z.number(),
  /** The commit of Assay that it was played with. */
  assay: z.string().default(''),
});
export type Result = z.infer<typeof Result>;

/** Plays one commit as a gated PR over `assay mcp`: honest, or with a cheat in place of the sources. */
export async function replay(entry: Entry, variant: Variant, setting: Setting): Promise<Result> {
  const begun = performance.now();
  const name = `${entry.id}-${variant}`;
  const folder = join(setting.work, 'checkouts', name);
  const home = join(setting.work, 'homes', name);
  const finish = (end: Pick<Result, 'outcome'> & Partial<Result>): Result => ({
    ...{ id: entry.id, repo: entry.repo, runner: entry.runner, variant, codes: [], says: '' },
    assay: commitOf(setting.assay),
    ...end,
    ms: Math.round(performance.now() - begun),
  });
  let gate: GateClient | null = null;
  try {
    const clone = await cloneOf(entry.repo, setting);
    if (clone === null) return finish({ outcome: 'not-run', says: `no clone of ${entry.repo}` });
    if (!hasCommit(clone, entry.sha)) return finish({ outcome: 'not-run', says: `the clone has no ${entry.sha}` });
    await checkOut(clone, `${entry.sha}^`, folder, setting.work);
    await install(entry, folder, setting);
    const twin = variant === 'honest' ? null : await findTwin(entry, variant, folder);
    if (typeof twin === 'string') return finish({ outcome: 'no-twin', says: twin });
    const title = titleOf(entry);
    const env = { ...environment(), ASSAY_HOME: home };
    if (setting.by === 'prove') {
      const keep = (report: string): void => keepFile(setting.logs, `${name}-prove`, report);
      return finish(await proveEntry(entry, twin, { folder, assay: setting.assay, env, keep }));
    }
    const found = await setUp(entry, title, folder, home, setting, env);
    if (found !== null) return finish({ outcome: 'refused', at: 'INIT', says: found });
    if (setting.by === 'hosted')
      return finish(await playHosted(entry, twin, { folder, assay: setting.assay, title, env }));
    gate = await connect(setting.assay, folder, env);
    const work: Work = {
      title,
      red: () => takeTests(entry, folder),
      green: () => {
        if (twin === null) take(entry.sha, [...entry.sources, ...entry.other], folder);
        else twin.make(entry, folder);
      },
    };
    const played = await play(folder, gate, work);
    if (played.type === 'merged') return finish({ outcome: 'accepted' });
    const { reasons, output } = played.answer;
    const codes = [...new Set(reasons.map(({ code }) => code))];
    return finish({
      outcome: 'refused',
      at: played.at,
      codes,
      says: (reasons[0]?.message ?? findingIn(output) ?? output).slice(0, 400),
    });
  } catch (error) {
    return finish({ outcome: 'not-run', says: `the harness failed: ${String(error).slice(0, 600)}` });
  } finally {
    await gate?.close();
    if (gate) keepFile(setting.logs, name, JSON.stringify(gate.told, null, 1));
    await shell(
      `chmod -R u+w ${quoted(folder)} ${quoted(home)}; rm -rf ${quoted(folder)} ${quoted(home)}`,
      setting.work,
    );
  }
}

/** A review's finding is the next step's task. */
const findingIn = (briefing: string): string | undefined => /^## \w+: (Settle .*)$/m.exec(briefing)?.[1];

/** One line, without what a forge adds. */
const titleOf = ({ title }: Entry): string =>
  title
    .replaceAll(/\s*\(#\d+\)|[`*_[\]]/g, '')
    .trim()
    .slice(0, 90);

/** A monorepo builds and tests each of its packages on main. */
const INIT_MINUTES = 30;

/** `assay init` as a person runs it, with a reviewer that finds nothing: the gate alone decides. */
async function setUp(
  entry: Entry,
  title: string,
  folder: string,
  home: string,
  { assay }: Setting,
  env: Record<string, string>,
): Promise<string | null> {
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  writeFileSync(join(folder, 'PLAN.md'), `# Plan\n\n- [ ] ${title}\n`);
  const reviewer = join(home, 'review-nothing.sh');
  writeFileSync(reviewer, '#!/bin/sh\ncat > /dev/null\necho \'{"findings":[]}\'\n');
  chmodSync(reviewer, 0o755);
  const words = ['init', '--yes', '--main', 'main', '--reviewer-command', reviewer, '--preflight', entry.preflight];
  const { code, output } = await shell([assay, ...words].map(quoted).join(' '), folder, { env, minutes: INIT_MINUTES });
  // Our own limit, on any machine: this is not a refusal.
  if (code === null) throw new Error(`assay init did not end within ${INIT_MINUTES} minutes`);
  if (code !== 0) return output.trim().slice(-600);
  await must('git add --force .assay PLAN.md && git commit --quiet --no-verify -m "Set up Assay"', folder);
  return null;
}

/** The first cheat of this kind whose tests pass without the sources, run directly; otherwise the reason why there is none. */
async function findTwin(entry: Entry, variant: Exclude<Variant, 'honest'>, folder: string): Promise<Twin | string> {
  let why = 'nothing of the kind can be made of this commit';
  for (const twin of TWINS[variant]) {
    takeTests(entry, folder);
    const did = twin.make(entry, folder);
    const line = entry[twin.passes];
    // With tests that are red on main the exit code of the suite says nothing.
    const isUnchecked = twin.passes === 'suite' && entry.knownRed.length > 0;
    const ended = did === null || isUnchecked ? null : await shell(line, join(folder, entry.unit));
    clean(folder);
    if (did !== null && (ended === null || ended.code === 0)) return twin;
    if (ended) why = `${did}, but "${line}" fails without the sources`;
  }
  return why;
}

/** Which Assay this is; nothing where it is no clone. */
function commitOf(assay: string): string {
  try {
    return git(dirname(assay), 'rev-parse', '--short', 'HEAD').trim();
  } catch {
    return '';
  }
}

function hasCommit(clone: string, sha: string): boolean {
  try {
    git(clone, 'cat-file', '-e', `${sha}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

function keepFile(logs: string | null, name: string, text: string): void {
  if (logs === null) return;
  mkdirSync(logs, { recursive: true });
  writeFileSync(join(logs, `${name}.json`), text);
}
