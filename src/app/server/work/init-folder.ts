import type { z } from 'zod';
import { CONFIG_PATH, CONFIG_VERSION } from '#contracts/config.ts';
import { AssayError } from '#contracts/errors.ts';
import type { workRoutes } from '#contracts/http/work-routes.ts';
import { plural } from '#contracts/text.ts';
import { readConfig } from '#project/config/read-config.ts';
import { folderView } from '#project/toolchain/folder-view.ts';
import { checkMain, checkPlanPath, checkRunners } from '../../init/answers.ts';
import { gitFacts } from '../../init/git-facts.ts';
import { STARTER_PATH, STARTER_PLAN } from '../../init/starter-plan.ts';
import { trySetupWith, whyUnmeasured } from '../../init/try-setup.ts';
import { whatToCommit } from '../../init/what-to-commit.ts';
import { setupFiles, writeSetup } from '../../init/write-setup.ts';
import type { ServerContext } from '../server-context.ts';
import { repositoryAt } from './look-at-folder.ts';

type Asked = z.output<(typeof workRoutes)['initFolder']['body']>;

/** What `assay init` does with the values found and corrected on the page: tried on main, then written. */
export async function initFolder({ env, runs }: ServerContext, asked: Asked, signal: AbortSignal) {
  const repository = await repositoryAt(asked.folder, env);
  if ((await readConfig(repository)) !== undefined)
    throw new AssayError('USAGE', `${CONFIG_PATH} exists already`, { next: 'Edit it in your editor.' });
  const git = await gitFacts(repository, env.PATH ?? '');
  const main = checkMain(asked.main, git);
  const { plan, starter } = planOf(repository, asked.plan);
  const preflight = asked.preflight.trim();
  const filesWith = (check: string | false) =>
    setupFiles(
      repository,
      {
        ...{ version: CONFIG_VERSION, main, plan, preflight: check },
        ...(asked.test.length === 0 ? {} : { test: checkRunners(asked.test) }),
      },
      starter,
    );
  const checks = preflight === '' ? [] : [{ value: preflight, why: 'you said so' }];
  const trial = await trySetupWith(runs, { repository, main, filesWith, checks, say: () => {}, signal }, env);
  if (!('why' in trial)) {
    const [failed] = trial.failed;
    if (failed) throw doesNotHold(main, preflight, failed.result.output);
    const why = whyUnmeasured(main, trial.tests);
    if (why) throw why;
  }
  const files = await filesWith(preflight === '' ? false : preflight);
  await writeSetup(repository, files);
  const written = [...files.keys()];
  const next = await whatToCommit({ repository, main, path: env.PATH ?? '' }, { plan, written, current: git.current });
  const tests = 'why' in trial ? null : `${plural(trial.tests.passed, 'test')} passed on ${main}`;
  return { written, next, tests };
}

function planOf(repository: string, asked: string) {
  const view = folderView(repository);
  const isStarter = asked.trim() === '' && view.read(STARTER_PATH) === null;
  if (isStarter) return { plan: STARTER_PATH, starter: { path: STARTER_PATH, text: STARTER_PLAN } };
  return { plan: checkPlanPath(asked.trim() || STARTER_PATH, view), starter: null };
}

function doesNotHold(main: string, preflight: string, output: string): AssayError {
  const [last = ''] = output.trim().split('\n').slice(-1);
  return new AssayError('CONFIG_INVALID', `the preflight fails on ${main}: ${preflight}: ${last.slice(0, 300)}`, {
    next: `Mend it on ${main} first, name another, or leave it empty for none.`,
  });
}
