import { CONFIG_PATH } from '#contracts/config.ts';
import { type MainCheck, notTried } from '#gates/main/measure-main.ts';
import { isProven } from '#gates/unproven.ts';
import type { CompleteSetup } from '../../init/complete-setup.ts';
import type { FoundSetting } from '../../init/find-setup.ts';
import type { Trial } from '../../init/try-setup.ts';
import { pad } from '../fit.ts';
import type { Screen } from '../screen.ts';
import { plural } from '../words.ts';

export interface ShownSetup {
  readonly repository: string;
  readonly settled: CompleteSetup;
  readonly preflight: FoundSetting<string> | null;
  readonly tried: Trial | { readonly why: string } | null;
  readonly reviewer: unknown;
  /** The model or program of the reviewing agent; null where none is here. */
  readonly reviews: string | null;
  /** The value of --preflight or --no-preflight. */
  readonly given: string | false | undefined;
}

/** What will be written, with the reasons, and the results on main. */
export function showSetup({ out, paint }: Screen, shown: ShownSetup): void {
  const { repository, settled, preflight, tried, reviewer, reviews, given } = shown;
  const line = (name: string, value: string, why: string) =>
    out(`  ${pad(name, 9)}  ${pad(value, VALUE_WIDTH)}  ${paint('dim', why)}`.trimEnd());
  const main = settled.main.value;
  out(paint('bold', repository));
  line('main', main, settled.main.why);
  line('plan', settled.plan.value, settled.plan.why);
  if (preflight) line('preflight', preflight.value, joined(preflight.why, heldOn(tried, main)));
  else line('preflight', 'none', given === false ? '--no-preflight' : whyNone(tried, main));
  line('test', settled.test.value.join(', '), joined(settled.test.why, testsOn(tried, main)));
  const unproven = settled.test.value.filter((runner) => !isProven({ runner }));
  if (unproven.length > 0)
    line(
      '',
      '',
      `no proof pack for ${unproven.join(', ')}: its work is refused (LANGUAGE_UNPROVEN) until you add "unproven": ${JSON.stringify(unproven)} to ${CONFIG_PATH}`,
    );
  const reviewed = reviewer === undefined ? 'an agent with a fresh context' : JSON.stringify(reviewer);
  line('reviewer', reviewed, reviewer === undefined ? (reviews ?? NO_REVIEWER) : '');
  if (tried && 'why' in tried) out(paint('yellow', `  not tried on ${main}: ${tried.why}`));
  if (tried && 'tests' in tried) for (const each of notTried(tried.tests)) out(paint('yellow', `  ${each}`));
  if (tried && 'tests' in tried && tried.tests.failed.length > 0) {
    out(paint('yellow', `  already fails on ${main}, and does not count against a change:`));
    for (const id of tried.tests.failed.slice(0, MOST_SHOWN)) out(`    ${id}`);
    const more = tried.tests.failed.length - MOST_SHOWN;
    if (more > 0) out(`    … and ${more} more`);
  }
}

const NO_REVIEWER =
  'no key and no agent is here for it yet, and no PR gets past its review without one: `assay doctor` says how, or --reviewer-command names a program';

/** A longer value moves its reason to the right. */
const VALUE_WIDTH = 29;
const MOST_SHOWN = 5;
/** Whether a check was found and fails, or none was found: only the first is news to its owner. */
function whyNone(tried: ShownSetup['tried'], main: string): string {
  const failed = tried && 'failed' in tried ? tried.failed.map(({ value }) => value) : [];
  const seen =
    failed.length === 0 ? 'no lint, type or build check was found' : `fails on ${main}: ${failed.join('; ')}`;
  return `${seen}; only the tests are run. \`assay init --force --preflight COMMAND\` names one`;
}

const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join('; ');

const heldOn = (tried: ShownSetup['tried'], main: string): string =>
  tried && 'check' in tried ? `holds on ${main}` : '';

function testsOn(tried: ShownSetup['tried'], main: string): string {
  if (!tried || 'why' in tried) return '';
  const { passed, failed } = tried.tests;
  return `on ${main} ${plural(passed, 'test')} passed${failed.length > 0 ? `, ${failed.length} failed` : ''}`;
}

export function showFailedCheck(
  screen: Screen,
  main: string,
  { value, result }: FoundSetting<string> & { readonly result: MainCheck },
): void {
  const { err, paintErr } = screen;
  err(paintErr('yellow', `${value} fails on ${main}: ${result.problem?.message ?? result.state}`));
  showTail(screen, result.output);
}

/** The end of the output, if there is any. */
export function showTail({ errAsIs, paintErr }: Screen, output: string): void {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  for (const line of lines.slice(-6)) errAsIs(paintErr('dim', `    ${line}`));
}
