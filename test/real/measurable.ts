import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { checkOut, cloneOf, git, type Places } from './checkout.ts';
import { environment, quoted, shell } from './shell.ts';

/** What `assay init` alone makes of a repository as it stands. */
export const Measurable = z.object({
  repo: z.string(),
  outcome: z.enum(['measured', 'not-found', 'not-measured', 'not-run']),
  runners: z.array(z.string()).default([]),
  tests: z.number().default(0),
  failed: z.number().default(0),
  says: z.string().default(''),
  ms: z.number(),
});
export type Measurable = z.infer<typeof Measurable>;

const Report = z.object({
  measurable: z.boolean(),
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
  runs: z.array(
    z.object({
      runner: z.string(),
      root: z.string(),
      tests: z.number(),
      failed: z.number(),
      outcome: z.looseObject({ type: z.string(), message: z.string().optional(), why: z.string().optional() }),
    }),
  ),
});

/** Every repository in a folder of clones. */
export const reposIn = (mirrors: string): string[] =>
  globSync(['*+*', '*/*/HEAD'], { cwd: mirrors })
    .map((path) => path.replace(/\/HEAD$/, '').replace('+', '/'))
    .filter((name) => name.split('/').length === 2)
    .sort();

/** A checkout of the newest commit, dependencies as the project's own command installs them, `assay init`, one run. */
export async function tryInit(repo: string, setting: Places & { readonly assay: string }): Promise<Measurable> {
  const begun = performance.now();
  const folder = join(setting.work, 'checkouts', `init-${repo.replace('/', '+')}`);
  const home = join(setting.work, 'homes', `init-${repo.replace('/', '+')}`);
  const finish = (end: Pick<Measurable, 'outcome'> & Partial<Measurable>): Measurable => ({
    ...{ repo, runners: [], tests: 0, failed: 0, says: '' },
    ...end,
    ms: Math.round(performance.now() - begun),
  });
  try {
    const clone = await cloneOf(repo, setting);
    if (clone === null) return finish({ outcome: 'not-run', says: 'no clone' });
    await checkOut(clone, git(clone, 'rev-parse', 'HEAD').trim(), folder, setting.work);
    const unfit = await prepare(folder);
    if (unfit !== null) return finish({ outcome: 'not-run', says: unfit });
    rmSync(home, { recursive: true, force: true });
    mkdirSync(home, { recursive: true });
    writeFileSync(join(folder, 'PLAN.md'), '# Plan\n\n- [ ] Something\n');
    const env = { ...environment(), ASSAY_HOME: home };
    const init = await shell(`${quoted(setting.assay)} init --yes --main main --reviewer-command true`, folder, {
      env,
    });
    if (init.code !== 0) return finish({ outcome: 'not-found', says: init.output.trim().slice(-400) });
    await shell('git add --force .assay PLAN.md && git commit --quiet --no-verify -m "Set up Assay"', folder);
    const ran = await shell(`${quoted(setting.assay)} state main --measure --json`, folder, { env, minutes: 20 });
    const line = ran.output.split('\n').findLast((each) => each.startsWith('{'));
    const read = Report.safeParse(line === undefined ? null : JSON.parse(line));
    if (!read.success) return finish({ outcome: 'not-measured', says: ran.output.trim().slice(-400) });
    const { measurable, runs, problem } = read.data;
    const bad = runs.find(({ tests }) => tests === 0)?.outcome;
    return finish({
      outcome: measurable ? 'measured' : 'not-measured',
      runners: runs.map(({ runner, root }) => (root === '.' ? runner : `${runner} in ${root}`)),
      tests: runs.reduce((sum, each) => sum + each.tests, 0),
      failed: runs.reduce((sum, each) => sum + each.failed, 0),
      says: measurable ? '' : (problem?.message ?? bad?.message ?? bad?.why ?? ''),
    });
  } catch (error) {
    return finish({ outcome: 'not-run', says: `the harness failed: ${String(error).slice(0, 300)}` });
  } finally {
    const both = `${quoted(folder)} ${quoted(home)}`;
    await shell(`chmod -R u+w ${both}; rm -rf ${both}`, setting.work);
  }
}

/** What a person has done before: installed what the project needs. Null when that is done, else why it is not. */
async function prepare(folder: string): Promise<string | null> {
  const has = (name: string): boolean => existsSync(join(folder, name));
  const line = has('pnpm-lock.yaml')
    ? 'pnpm install --frozen-lockfile --ignore-scripts'
    : has('yarn.lock')
      ? 'yarn install --ignore-scripts'
      : has('package-lock.json')
        ? 'npm ci --ignore-scripts'
        : has('package.json')
          ? 'npm install --no-package-lock --ignore-scripts'
          : null;
  if (line !== null) {
    const { code, output } = await shell(line, folder, { minutes: 10 });
    return code === 0 ? null : `${line} does not succeed here: ${output.trim().slice(-200)}`;
  }
  // Modules that are not on this machine are the machine's lack, not Assay's.
  const check = has('go.mod')
    ? 'go list -deps -test ./... > /dev/null'
    : has('Cargo.toml')
      ? 'cargo metadata --offline --format-version 1 > /dev/null'
      : null;
  if (check === null) return null;
  const { code, output } = await shell(check, folder, { env: { GOFLAGS: '-mod=mod', GOPROXY: 'off' } });
  return code === 0 ? null : `its modules are not on this machine: ${output.trim().split('\n')[0]?.slice(0, 200)}`;
}

export function initTable(results: readonly Measurable[]): string {
  const run = results.filter(({ outcome }) => outcome !== 'not-run');
  const measured = run.filter(({ outcome }) => outcome === 'measured');
  return [
    '| repository | by `assay init` alone | runners | tests | failing on main |',
    '|---|---|---|---|---|',
    ...results.map(
      ({ repo, outcome, runners, tests, failed, says }) =>
        `| ${repo} | ${outcome === 'measured' ? 'measured' : `${outcome}: ${cell(says)}`} | ${runners.join(', ')} | ${tests || ''} | ${failed || ''} |`,
    ),
    `| **all that could be prepared here** | **${measured.length} of ${run.length} measured** | | | |`,
  ].join('\n');
}

const cell = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 160);
