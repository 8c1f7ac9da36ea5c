import { AssayError } from '#contracts/errors.ts';
import type { FileView } from '#project/toolchain/file-view.ts';
import { checkMain, checkPlanPath, checkRunners } from './answers.ts';
import type { FoundSetting, Setup } from './find-setup.ts';
import type { GitFacts } from './git-facts.ts';
import { STARTER_PATH, STARTER_PLAN } from './starter-plan.ts';

/** The person's flags. */
export interface GivenFlags {
  readonly main?: string | undefined;
  readonly plan?: string | undefined;
  readonly test?: readonly string[] | undefined;
}

/** How a person is asked; null where no one can be, or nothing has to be. */
export type AskSetting = ((question: string, fallback?: string) => Promise<string>) | null;

export interface CompleteSetup {
  readonly main: FoundSetting<string>;
  readonly plan: FoundSetting<string>;
  /** The plan to be written, where there was none. */
  readonly starter: { readonly path: string; readonly text: string } | null;
  readonly test: FoundSetting<readonly string[]>;
  /** Whether the runners go into the file: those that discovery finds by itself do not. */
  readonly keepTest: boolean;
}

const SAID = 'you said so';

/** Main, plan and runners: given, else found, else asked for; where no one can be asked, the error names the flags. */
export async function completeSetup(
  given: GivenFlags,
  { found, git, view }: { readonly found: Setup; readonly git: GitFacts; readonly view: FileView },
  ask: AskSetting,
): Promise<CompleteSetup> {
  const missing: string[] = [];
  const asked = async (question: string, flag: string): Promise<string> => {
    if (ask) return ask(question);
    missing.push(flag);
    return '';
  };
  const main =
    given.main !== undefined
      ? { value: checkMain(given.main, git), why: '--main' }
      : (found.main ?? { value: await asked('Which branch is work merged into?', '--main BRANCH'), why: SAID });
  if (main.why === SAID && ask) checkMain(main.value, git);
  const { plan, starter } = await planOf(given, found, view, ask);
  const test =
    given.test !== undefined
      ? { value: checkRunners(given.test), why: '--test' }
      : (found.test ?? { value: [await asked('Which test runner?', '--test RUNNER (vitest, pytest, …)')], why: SAID });
  if (missing.length > 0) throw notFound(missing);
  if (test.why === SAID) checkRunners(test.value);
  return { main, plan, starter, test, keepTest: given.test !== undefined || found.test === null };
}

function notFound(missing: readonly string[]): AssayError {
  const words = missing.map((flag) => (flag.startsWith('--main') ? 'the main branch' : 'how this project is tested'));
  const noTests = missing.some((flag) => flag.startsWith('--test'));
  const first = noTests
    ? 'A project without tests needs one that passes first (`npm test`, pytest, …), committed. '
    : '';
  return new AssayError('CONFIG_INVALID', `${words.join(' and ')} was not found`, {
    next: `${first}If it exists: ${missing.join(', ')}.`,
  });
}

/** Where there is no plan, a starter is offered that shows the format. */
async function planOf(
  given: GivenFlags,
  found: Setup,
  view: FileView,
  ask: AskSetting,
): Promise<Pick<CompleteSetup, 'plan' | 'starter'>> {
  if (given.plan !== undefined)
    return { plan: { value: checkPlanPath(given.plan, view), why: '--plan' }, starter: null };
  if (found.plan) return { plan: found.plan, starter: null };
  const answer = ask
    ? await ask('Where is the plan? (a file, or nothing for a starter to write over)', STARTER_PATH)
    : STARTER_PATH;
  if (answer !== STARTER_PATH || view.read(STARTER_PATH) !== null)
    return { plan: { value: checkPlanPath(answer, view), why: SAID }, starter: null };
  const why = 'a starter, to write over with what you want';
  return { plan: { value: STARTER_PATH, why }, starter: { path: STARTER_PATH, text: STARTER_PLAN } };
}
