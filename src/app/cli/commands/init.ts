import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENTS } from '#agents/known/known-agents.ts';
import { projectTopOf } from '#attempts/open-project.ts';
import { AssayConfig, CONFIG_PATH, CONFIG_VERSION } from '#contracts/config.ts';
import { AssayError, EXIT } from '#contracts/errors.ts';
import { findOnPath } from '#host/find-system.ts';
import { readConfig } from '#project/config/read-config.ts';
import { folderView } from '#project/toolchain/folder-view.ts';
import { type CompleteSetup, completeSetup } from '../../init/complete-setup.ts';
import { type FoundSetting, findSetup } from '../../init/find-setup.ts';
import { type GitFacts, gitFacts } from '../../init/git-facts.ts';
import { type Trial, trySetup, whyUnmeasured } from '../../init/try-setup.ts';
import { whatToCommit } from '../../init/what-to-commit.ts';
import { whoReviews } from '../../init/who-reviews.ts';
import { setupFiles, writeSetup } from '../../init/write-setup.ts';
import { usage } from '../cli-error.ts';
import type { Cli, JsonOption } from '../context.ts';
import { onInterrupt } from '../interrupts.ts';
import { isAtTerminal, type Questions, questions } from '../person.ts';
import { showFailedCheck, showSetup, showTail } from './init-screen.ts';

export interface InitOptions extends JsonOption {
  readonly yes?: boolean;
  readonly main?: string;
  readonly plan?: string;
  /** `false` for --no-preflight. */
  readonly preflight?: string | false;
  readonly test?: readonly string[];
  readonly reviewerCommand?: string;
  readonly force?: boolean;
  /** `false` for --no-try. */
  readonly try?: boolean;
}

/** Sets a repository up: finds what it can, asks for the rest, tries it on main, and only then writes it. */
export async function init(cli: Cli, options: InitOptions): Promise<number> {
  const repository = await projectTopOf(process.cwd(), cli.env);
  const before = await existing(repository, options.force ?? false);
  const git = await gitFacts(repository, cli.env.PATH ?? '');
  const view = folderView(repository);
  const found = await findSetup(view, git, (program) => isToHave(program, repository, cli.env));
  const person = !options.yes && !options.json && isAtTerminal() ? questions(cli) : null;
  try {
    const settled = await completeSetup(options, { found, git, view }, person?.ask ?? null);
    const start = { repository, before, settled, git, person };
    return await tryAndWrite(cli, options, start, checksOf(options, found.preflight));
  } finally {
    person?.close();
  }
}

interface Start {
  readonly repository: string;
  /** The values of an earlier configuration. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly settled: CompleteSetup;
  readonly git: GitFacts;
  /** Null where no one can be asked, or nothing has to be. */
  readonly person: Questions | null;
}

async function tryAndWrite(
  cli: Cli,
  options: InitOptions,
  start: Start,
  checks: readonly FoundSetting<string>[],
): Promise<number> {
  const { repository, settled, person, git } = start;
  const filesWith = (preflight: string | false) =>
    setupFiles(repository, configWith(start, options, preflight), settled.starter);
  const tried = options.try === false ? null : await tryOnMain(cli, start, checks, filesWith);
  const preflight = await preflightOf(cli, options, start, checks, tried, filesWith);
  refuseUnmeasured(cli, settled.main.value, tried);
  const config = configWith(start, options, preflight?.value ?? false);
  if (!options.json) {
    const reviews =
      config.reviewer === undefined ? await whoReviews(repository, AssayConfig.parse(config), cli.env) : null;
    showSetup(cli.screen, {
      ...{ repository, settled, preflight, tried, reviews, reviewer: config.reviewer, given: options.preflight },
    });
  }
  if (person && !(await person.confirm(`Write ${CONFIG_PATH}?`, 'yes'))) {
    cli.screen.err('nothing was written');
    return EXIT.failed;
  }
  const files = await filesWith(preflight?.value ?? false);
  await writeSetup(repository, files);
  const written = [...files.keys()];
  const plan = settled.plan.value;
  const where = { repository, main: settled.main.value, path: cli.env.PATH ?? '' };
  const next = await whatToCommit(where, { plan, written, current: git.current });
  if (options.json) {
    const { main, plan, test } = settled;
    cli.screen.json({ repository, config, found: { main, plan, test, preflight }, tried, written, next });
    return EXIT.done;
  }
  cli.screen.out(`written: ${written.join(', ')}`);
  if (settled.starter) cli.screen.out(`  first: write into ${plan} what you want`);
  cli.screen.out(`  next: ${next}`);
  const [first, ...others] = Object.keys(CLIENTS);
  cli.screen.out(`  then: assay connect ${first} (or ${others.join(', ')}), or assay run`);
  return EXIT.done;
}

function configWith({ before, settled }: Start, options: InitOptions, preflight: string | false) {
  const { main, plan, test, keepTest } = settled;
  const { test: _, ...rest } = before;
  return {
    ...(keepTest ? rest : before),
    version: CONFIG_VERSION,
    main: main.value,
    plan: plan.value,
    preflight,
    ...(keepTest ? { test: test.value } : {}),
    ...(options.reviewerCommand === undefined ? {} : { reviewer: { command: options.reviewerCommand } }),
  };
}

type FilesWith = (preflight: string | false) => Promise<ReadonlyMap<string, string>>;

async function tryOnMain(
  cli: Cli,
  { repository, settled }: Start,
  checks: readonly FoundSetting<string>[],
  filesWith: FilesWith,
): Promise<Awaited<ReturnType<typeof trySetup>>> {
  const stopped = new AbortController();
  const interrupts = onInterrupt(() => stopped.abort());
  const say = (line: string) => cli.screen.err(cli.screen.paintErr('dim', `… ${line}`));
  const order = { repository, main: settled.main.value, filesWith, checks, say, signal: stopped.signal };
  const trial = await trySetup(order, cli.env).finally(() => interrupts.release());
  if (stopped.signal.aborted) throw new AssayError('NODE_ABORTED', 'stopped; nothing was written');
  return trial;
}

/** The check that holds on main. Null: none was found, none holds, or the person says that there is none. */
async function preflightOf(
  cli: Cli,
  options: InitOptions,
  start: Start,
  checks: readonly FoundSetting<string>[],
  tried: Trial | { readonly why: string } | null,
  filesWith: FilesWith,
): Promise<FoundSetting<string> | null> {
  if (tried === null || 'why' in tried) return checks[0] ?? null;
  if (tried.check) return tried.check;
  for (const each of tried.failed) showFailedCheck(cli.screen, start.settled.main.value, each);
  const [first] = tried.failed;
  if (typeof options.preflight === 'string' && first)
    throw new AssayError('CONFIG_INVALID', `the preflight fails on ${start.settled.main.value}: ${first.value}`, {
      next: 'Fix it there first, name another, or say that there is none: --no-preflight. --no-try writes it untried.',
    });
  if (!start.person || options.preflight === false) return null;
  for (;;) {
    const value = await start.person.ask('Which command checks the project (lint, types, build)? Nothing for none:');
    if (value === '') return null;
    const again = await tryOnMain(cli, start, [{ value, why: 'you said so' }], filesWith);
    if ('why' in again || again.check) return { value, why: 'you said so' };
    for (const each of again.failed) showFailedCheck(cli.screen, start.settled.main.value, each);
  }
}

function refuseUnmeasured({ screen }: Cli, main: string, tried: Trial | { readonly why: string } | null): void {
  if (tried === null || 'why' in tried) return;
  const why = whyUnmeasured(main, tried.tests);
  if (why === null) return;
  showTail(screen, tried.tests.output);
  const next = `${why.next} --test names another runner; --no-try writes the set-up untried.`;
  throw new AssayError(why.code, why.message, { next });
}

/** Settings of an earlier configuration that are not set here; nothing is overwritten without asking. */
async function existing(repository: string, force: boolean): Promise<Record<string, unknown>> {
  const config = await readConfig(repository).catch((thrown) => {
    if (force) return {};
    throw thrown;
  });
  if (config !== undefined && !force) {
    throw usage(
      `${CONFIG_PATH} exists already`,
      'Edit it, or use --force to set it up again; settings that are not asked for are kept.',
    );
  }
  return config ?? {};
}

/** On the PATH, or among the project's own installed programs. */
const isToHave = (program: string, repository: string, env: Cli['env']): boolean =>
  findOnPath(program, env) !== null ||
  ['node_modules/.bin', '.venv/bin', 'venv/bin', 'vendor/bin'].some((folder) =>
    existsSync(join(repository, folder, program)),
  );

function checksOf({ preflight }: InitOptions, found: readonly FoundSetting<string>[]): readonly FoundSetting<string>[] {
  if (preflight === false) return [];
  if (preflight === undefined) return found;
  if (preflight.trim() === '') throw usage('--preflight is empty', 'Name a command, or --no-preflight for none.');
  return [{ value: preflight.trim(), why: '--preflight' }];
}
