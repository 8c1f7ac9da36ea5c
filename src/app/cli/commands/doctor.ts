import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectTopOf } from '#attempts/open-project.ts';
import { CONFIG_PATH } from '#contracts/config.ts';
import { EXIT, toErrorInfo } from '#contracts/errors.ts';
import { damageOf, type Salvage, salvage } from '#engine/log/salvage.ts';
import { verifyLogs } from '#engine/log/verify.ts';
import { isGone } from '#engine/worker.ts';
import { openHome } from '#host/home.ts';
import { systemOf } from '#host/package-hint.ts';
import { abilityOf } from '../../doctor/ability.ts';
import { agentsOf, type CheckedItem, isFit, lookAll } from '../../doctor/check.ts';
import { DOCTOR_CHECKS } from '../../doctor/checks.ts';
import { type ModeRow, modesOf } from '../../doctor/modes.ts';
import { repairRun } from '../../upkeep/repair-run.ts';
import type { Cli, JsonOption } from '../context.ts';
import { pad } from '../fit.ts';
import { me } from '../me.ts';
import type { Screen } from '../screen.ts';
import { plural } from '../words.ts';

export interface DoctorOptions extends JsonOption {
  readonly repair?: boolean;
}

export async function doctor({ screen, env }: Cli, { json = false, repair = false }: DoctorOptions): Promise<number> {
  const repaired = repair ? await repairDatabase(env) : null;
  const mended = repair ? await mendLogs(env) : [];
  if (repair && !json) showRepair(screen, repaired, mended);
  const system = systemOf(process.platform, osRelease());
  const ability = abilityOf(env);
  const agents = agentsOf(env);
  const checked = await lookAll(DOCTOR_CHECKS, { env, system, ability, agents });
  const modes = modesOf(await ability());
  const fit = isFit(checked);
  if (json)
    screen.json({ fit, checks: checked, agents: await agents(), modes, ...(repair ? { repaired, mended } : {}) });
  else {
    show(screen, checked);
    showModes(screen, modes);
    showVerdict(screen, fit, await nextStep(env));
  }
  return fit ? EXIT.done : EXIT.usage;
}

/** Null when there is nothing to repair. */
async function repairDatabase(env: Cli['env']): Promise<Salvage | null> {
  const { database } = await openHome(env);
  if (!existsSync(database) || damageOf(database).length === 0) return null;
  return salvage({ file: database, now: Date.now(), isGone });
}

interface Mended {
  readonly run: string;
  /** Null where it could not be repaired; `seen` says why. */
  readonly kept: string | null;
  readonly seen: string;
}

/**
 * Logs whose events can all be believed. Repairs that would lose events are left to the person: `assay runs repair
 * --cut`.
 */
async function mendLogs(env: Cli['env']): Promise<Mended[]> {
  const home = await openHome(env);
  if (!existsSync(home.database)) return [];
  const broken = [...verifyLogs(home.database, { explain: false })].filter(({ trouble }) => trouble !== null);
  return broken.map(({ run }): Mended => {
    try {
      const repaired = repairRun(home, run, { by: me(), now: Date.now() });
      return { run, kept: repaired?.kept ?? null, seen: repaired?.trouble.seen ?? 'nothing is wrong with it any more' };
    } catch (thrown) {
      const { message, next } = toErrorInfo(thrown);
      return { run, kept: null, seen: `${message}${next === undefined ? '' : `. ${next}`}` };
    }
  });
}

function showRepair({ out, paint }: Screen, repaired: Salvage | null, mended: readonly Mended[]): void {
  for (const { run, kept, seen } of mended) {
    out(
      `${kept === null ? paint('red', '✗') : paint('green', '✓')} ${run}  ${kept === null ? 'not repaired' : 'repaired'}: ${seen}`,
    );
    if (kept !== null) out(paint('dim', `  original kept: ${kept}`));
  }
  if (repaired === null) {
    out(mended.length > 0 ? '' : 'The run database is sound: nothing to repair.\n');
    return;
  }
  out(paint('bold', `Saved ${plural(repaired.saved.length, 'run')}, lost ${plural(repaired.lost.length, 'run')}.`));
  for (const { run, title, saved, lost } of repaired.saved) {
    const missing = lost === 0 ? 'all there' : lost === null ? 'the end is missing' : `${plural(lost, 'event')} lost`;
    out(
      `  ${paint(lost === 0 ? 'green' : 'yellow', lost === 0 ? '✓' : '!')} ${run}  ${title}: ${plural(saved, 'event')}, ${missing}`,
    );
  }
  for (const { run, events } of repaired.lost) {
    out(`  ${paint('red', '✗')} ${run}  lost${events === null ? '' : `, ${plural(events, 'event')}`}`);
  }
  out(paint('dim', `The damaged file is kept: ${repaired.kept}\n`));
}

const GROUPS = {
  needed: 'Needed',
  optional: 'Optional',
  agents: 'Agents you may have, and keys (one of them is enough; the demo needs none)',
};
const MARKS = {
  ok: ['green', '✓'],
  absent: ['dim', '–'],
  bad: ['red', '✗'],
} as const;

function show({ out, paint, width: across }: Screen, checked: readonly CheckedItem[]): void {
  const width = Math.max(...checked.map(({ name }) => name.length));
  const below = across < 72 ? '' : pad('', width + 2);
  for (const [group, title] of Object.entries(GROUPS)) {
    out(paint('bold', title));
    for (const { name, state, seen, next } of checked.filter((each) => each.group === group)) {
      const [style, mark] = MARKS[state];
      out(`  ${paint(style, mark)} ${pad(name, width)}  ${state === 'ok' ? seen : paint(style, seen)}`);
      if (next !== undefined) out(`    ${below}${paint('dim', '→')} ${next}`);
    }
    out('');
  }
}

function showModes({ out, paint }: Screen, modes: readonly ModeRow[]): void {
  out(paint('bold', 'What each mode guarantees on this machine'));
  for (const { what, hosted, connected } of modes) {
    out(`  ${what}`);
    out(`    ${paint('dim', 'hosted    (assay run)')}  ${hosted}`);
    out(`    ${paint('dim', 'connected (assay mcp)')}  ${connected}`);
  }
  out('');
}

function showVerdict({ out, paint }: Screen, fit: boolean, next: string): void {
  out(fit ? paint('green', `Assay can work here. ${next}`) : paint('red', 'Mend what is marked ✗ first.'));
}

/** In a repository that is not set up, this is the next step. */
async function nextStep(env: Cli['env']): Promise<string> {
  const top = await projectTopOf(process.cwd(), env).catch(() => null);
  if (top === null) return 'Try: assay demo';
  return existsSync(join(top, CONFIG_PATH))
    ? 'This repository is set up: assay run'
    : 'Next in this repository: assay init';
}

function osRelease(): string {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
}
