import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_PATH, CONFIG_VERSION } from '#contracts/config.ts';
import { AssayError, EXIT } from '#contracts/errors.ts';
import { isProven } from '#gates/unproven.ts';
import { findOnPath } from '#host/find-system.ts';
import { readConfig } from '#project/config/read-config.ts';
import { folderView } from '#project/toolchain/folder-view.ts';
import { checkMain, checkPlan, checkRunners } from '../../init/answers.ts';
import { type Found, findSetup } from '../../init/find-setup.ts';
import { gitFacts } from '../../init/git-facts.ts';
import { writeSetup } from '../../init/write-setup.ts';
import { topOf } from '../../project/open-project.ts';
import { usage } from '../cli-error.ts';
import type { Cli, JsonOption } from '../context.ts';
import { pad } from '../fit.ts';
import { isAtTerminal, type Questions, questions } from '../person.ts';
import type { Screen } from '../screen.ts';

export interface InitOptions extends JsonOption {
  readonly yes?: boolean;
  readonly main?: string;
  readonly plan?: string;
  readonly preflight?: string;
  readonly test?: readonly string[];
  readonly reviewerCommand?: string;
  readonly force?: boolean;
}

/** A setting: given, found or asked for. `null` where it is none of these. */
interface Setting {
  readonly name: 'main' | 'plan' | 'preflight' | 'test';
  readonly flag: string;
  readonly question: string;
  readonly settled: Found<string | readonly string[]> | null;
  readonly given: boolean;
  check(value: string): string | readonly string[];
}

/** Sets a repository up: what can be found is shown with its reason, what cannot is asked for. */
export async function init(cli: Cli, options: InitOptions): Promise<number> {
  const repository = await topOf(process.cwd(), cli.env);
  const before = await existing(repository, options.force ?? false);
  const found = await look(repository, cli, options);
  const person = !options.yes && isAtTerminal() ? questions(cli) : null;
  try {
    return await settleAndWrite(cli, options, { repository, before, found, person });
  } finally {
    person?.close();
  }
}

interface Start {
  readonly repository: string;
  /** What an earlier configuration says. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly found: readonly Setting[];
  /** Null where nobody is there, or nothing is to be asked. */
  readonly person: Questions | null;
}

async function settleAndWrite(cli: Cli, options: InitOptions, start: Start): Promise<number> {
  const { repository, before, found, person } = start;
  const settings = await settle(found, options, person);
  const config = {
    ...before,
    version: CONFIG_VERSION,
    ...Object.fromEntries(settings.flatMap(({ name, value, keep }) => (keep ? [[name, value]] : []))),
    ...(options.reviewerCommand === undefined ? {} : { reviewer: { command: options.reviewerCommand } }),
  };
  if (!options.json) show(cli.screen, repository, settings, config);
  if (person && !(await person.confirm(`Write ${CONFIG_PATH}?`))) {
    cli.screen.err('nothing was written');
    return EXIT.failed;
  }
  const written = await writeSetup(repository, config);
  const next = 'git add .assay && git commit -m "Set up Assay"';
  if (options.json) {
    const settled = Object.fromEntries(settings.map(({ name, value, why }) => [name, { value, why }]));
    cli.screen.json({ repository, config, found: settled, written, next });
  } else {
    cli.screen.out(`written: ${written.join(', ')}`);
    cli.screen.out(`  next: ${next}`);
    cli.screen.out('  then: assay connect claude (or codex, opencode, gemini, cursor), or assay run');
  }
  return EXIT.done;
}

/** What an earlier configuration says beside what is set here; nothing is written over without being asked to. */
async function existing(repository: string, force: boolean): Promise<Record<string, unknown>> {
  const config = await readConfig(repository).catch((thrown) => {
    if (force) return {};
    throw thrown;
  });
  if (config !== undefined && !force) {
    throw usage(
      `${CONFIG_PATH} is there already`,
      'Edit it, or --force to set it anew; what is not asked for is kept.',
    );
  }
  return config ?? {};
}

/** On the PATH, or among what the project itself installed. */
const isToHave = (program: string, repository: string, env: Cli['env']): boolean =>
  findOnPath(program, env) !== null ||
  ['node_modules/.bin', '.venv/bin', 'venv/bin', 'vendor/bin'].some((folder) =>
    existsSync(join(repository, folder, program)),
  );

async function look(repository: string, { env }: Cli, options: InitOptions): Promise<Setting[]> {
  const git = await gitFacts(repository, env.PATH ?? '');
  const view = folderView(repository);
  const found = await findSetup(view, git, (program) => isToHave(program, repository, env));
  const setting = <T extends string | readonly string[]>(
    name: Setting['name'],
    question: string,
    check: (value: string) => string | readonly string[],
    given: T | undefined,
  ): Setting => {
    const settled = given === undefined ? found[name] : { value: given, why: `--${name}` };
    return { name, flag: `--${name}`, question, check, settled, given: given !== undefined };
  };
  const main = (value: string) => checkMain(value, git);
  const plan = (value: string) => checkPlan(value, view);
  const { test } = options;
  return [
    setting('main', 'Which branch is work merged into?', main, mapped(options.main, main)),
    setting('plan', 'Where is the master plan?', plan, mapped(options.plan, plan)),
    setting('preflight', 'Which command checks the project (lint, types, build)?', nonEmpty, options.preflight),
    setting('test', 'Which test runner?', (value) => checkRunners([value]), test && checkRunners(test)),
  ];
}

const mapped = <T>(value: string | undefined, check: (value: string) => T): T | undefined =>
  value === undefined ? undefined : check(value);

function nonEmpty(value: string): string {
  if (value.trim() === '') throw usage('a preflight is required: without one nothing is accepted', 'Name a command.');
  return value.trim();
}

interface Settled {
  readonly name: Setting['name'];
  readonly value: string | readonly string[];
  readonly why: string;
  /** Whether it goes into the file: a runner that discovery finds by itself does not. */
  readonly keep: boolean;
}

async function settle(
  settings: readonly Setting[],
  options: InitOptions,
  person: Questions | null,
): Promise<Settled[]> {
  const missing = settings.filter(({ settled }) => settled === null);
  if (missing.length > 0 && !person) throw notFound(missing);
  if (!person && !options.yes && settings.some(({ given, name }) => !given && name !== 'test')) {
    throw usage('nobody is here to be asked whether what was found is right', 'Add --yes to take it, or name it all.');
  }
  const done: Settled[] = [];
  for (const { name, settled, given, question, check } of settings) {
    const keep = name !== 'test' || given || settled === null;
    if (settled) done.push({ name, ...settled, keep });
    else done.push({ name, value: check((await person?.ask(question)) ?? ''), why: 'you said so', keep });
  }
  return done;
}

const HOW: Readonly<Record<Setting['name'], string>> = {
  main: '--main BRANCH',
  plan: '--plan FILE (a Markdown file with a heading or a list item for each PR)',
  preflight: '--preflight "npm run check"',
  test: '--test vitest (or another runner)',
};

const notFound = (missing: readonly Setting[]): AssayError =>
  new AssayError('CONFIG_INVALID', `not found: ${missing.map(({ name }) => name).join(', ')}`, {
    next: `Name ${missing.length === 1 ? 'it' : 'them'}: ${missing.map(({ name }) => HOW[name]).join(', ')}.`,
  });

function show(
  { out, paint }: Screen,
  repository: string,
  settings: readonly Settled[],
  { reviewer }: Readonly<Record<string, unknown>>,
): void {
  out(paint('bold', repository));
  for (const { name, value, why } of settings) {
    out(`  ${pad(name, 9)}  ${[value].flat().join(', ')}  ${paint('dim', why)}`);
  }
  const reviewed = reviewer === undefined ? 'an agent with a fresh context' : JSON.stringify(reviewer);
  const unproven = settings.flatMap(({ name, value }) =>
    name === 'test' ? [value].flat().filter((runner) => !isProven({ runner })) : [],
  );
  if (unproven.length > 0)
    out(
      `  ${pad('', 9)}  ${paint('dim', `no proof pack for ${unproven.join(', ')}: its work is refused (LANGUAGE_UNPROVEN) until you add "unproven": ${JSON.stringify(unproven)} to ${CONFIG_PATH}`)}`,
    );
  out(
    `  ${pad('reviewer', 9)}  ${reviewed}  ${paint('dim', reviewer === undefined ? '--reviewer-command names a program' : '')}`,
  );
}
