import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import type { Runs } from '#engine/runs.ts';
import { runProcess } from '#host/run-process.ts';
import { specFrom } from '#workflows/hybrid-tdd/read-spec.ts';
import type { Cli } from '../../cli/context.ts';
import { withRuns } from '../../open-runs.ts';
import type { DemoOptions } from '../../workflow.ts';
import { borrowedPackages } from '../borrowed-packages.ts';
import { loadTddExamples } from '../load-example.ts';
import { runTdd } from './tdd-run.ts';

const SPEC = 'spec.yaml';

/**
 * A module from its spec to main, by simulated agents, two of which cannot see each other's work. Everything else is
 * real.
 */
export async function demoHybridTdd(cli: Cli, options: DemoOptions): Promise<number> {
  const { screen } = cli;
  const name = `${options.spec ?? 'stack'}-${options.language ?? 'typescript'}`;
  const examples = await loadTddExamples();
  const example = Object.hasOwn(examples, name) ? examples[name] : undefined;
  if (!example) throw unknown(name, Object.keys(examples));
  await borrowedPackages(example.files, cli.env);
  const spec = specFrom(example.files[SPEC] ?? '', SPEC);
  const json = options.json ?? false;
  return withRuns(cli.env, async (runs) => {
    const repository = await exampleRepository(runs, name, example.files, cli.env.PATH ?? '');
    const begin = { spec, repository, main: 'main', simulated: name };
    if (!json) screen.out(`${screen.paint('bold', example.title)}: ${join(repository, SPEC)}`);
    const code = await runTdd(cli, runs, begin, { json, timeScale: options.fast ? 0 : 1 });
    if (json) return code;
    screen.out(
      'The agents were simulated (a script on this machine). Workspaces, tests, mutants and merges were real.',
    );
    screen.outAsIs(`  git -C ${repository} log --oneline`);
    return code;
  });
}

function unknown(name: string, known: readonly string[]): AssayError {
  const parts = (at: 0 | 1): string => [...new Set(known.map((each) => each.split('-')[at]))].join(', ');
  return new AssayError('USAGE', `there is no example ${name} of hybrid TDD`, {
    next: `--spec takes ${parts(0)}; --language takes ${parts(1)}.`,
  });
}

async function exampleRepository(
  { home }: Runs,
  name: string,
  files: Readonly<Record<string, string>>,
  path: string,
): Promise<string> {
  const parent = join(home.root, 'examples');
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(parent, `${name}-`));
  try {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    }
    for (const args of [
      ['init', '--quiet', '--initial-branch=main'],
      ['add', '--all'],
      ['commit', '--quiet', '--message', 'A small library, and a spec'],
    ])
      await git(args, folder, path);
    return folder;
  } catch (thrown) {
    await rm(folder, { recursive: true, force: true });
    throw thrown;
  }
}

const WHO = { NAME: 'Example', EMAIL: 'example@localhost' };

async function git(args: readonly string[], cwd: string, path: string): Promise<void> {
  const env = {
    PATH: path,
    GIT_AUTHOR_NAME: WHO.NAME,
    GIT_AUTHOR_EMAIL: WHO.EMAIL,
    GIT_COMMITTER_NAME: WHO.NAME,
    GIT_COMMITTER_EMAIL: WHO.EMAIL,
    GIT_CONFIG_GLOBAL: '/dev/null',
  };
  const done = await runProcess({ program: 'git', args: [...args], cwd, env, timeoutMs: 30_000 });
  if (done.exitCode !== 0) throw new Error(`git ${args[0]}: ${done.stderr.text}`);
}
