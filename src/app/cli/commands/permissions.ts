import { SHORT_ID } from '#attempts/permits/permit-text.ts';
import { grantsOf } from '#attempts/permits/person-permit.ts';
import { type WaitingPermit, waitingPermits } from '#attempts/permits/waiting-permits.ts';
import { AssayError, EXIT } from '#contracts/errors.ts';
import { type Grant, ruleText } from '#contracts/permission.ts';
import { homeOf } from '#host/home.ts';
import { withRuns } from '../../open-runs.ts';
import type { Cli, JsonOption } from '../context.ts';
import { age, durationText } from '../words.ts';

/** What agents ask at the moment, and answers that hold for longer than once. */
export async function listPermissions({ screen, env }: Cli, { json = false }: JsonOption): Promise<number> {
  const grants = await grantsOf(homeOf(env)).list();
  const asked = await withRuns(env, waitingPermits);
  if (json) screen.json({ asked, grants });
  else {
    for (const permit of asked) for (const text of askedLines(permit)) screen.out(text);
    if (asked.length > 0) screen.out('');
    if (grants.length === 0) screen.out('Nothing is remembered: every question is asked.');
    else for (const grant of grants) screen.out(line(grant));
  }
  return EXIT.done;
}

const askedLines = ({ id, run, title, text, until, question }: WaitingPermit): string[] => [
  `${id.slice(0, SHORT_ID)}  ${text}`,
  `${' '.repeat(SHORT_ID)}  because ${question.why}; asked in ${run} (${title}); a no in ${durationText(until - Date.now())}`,
  `${' '.repeat(SHORT_ID)}  assay permissions allow ${id.slice(0, SHORT_ID)}   or   deny ${id.slice(0, SHORT_ID)} --why "…"`,
];

export async function revokePermission(
  { screen, env }: Cli,
  wanted: string,
  { json = false }: JsonOption,
): Promise<number> {
  const store = grantsOf(homeOf(env));
  const found = (await store.list()).filter(({ id }) => wanted !== '' && id.startsWith(wanted));
  const [grant] = found;
  if (!grant || found.length > 1) {
    const seen = grant
      ? `${found.length} remembered answers begin with "${wanted}"`
      : `no remembered answer begins with "${wanted}"`;
    throw new AssayError('USAGE', seen, { next: '`assay permissions list` shows them.' });
  }
  const revoked = await store.revoke(grant.id);
  if (json) screen.json({ revoked, grant });
  else screen.out(`${revoked ? 'forgotten' : 'it was gone already'}: ${line(grant)}`);
  return EXIT.done;
}

const line = ({ id, rule, scope, holder, at }: Grant): string =>
  `${id.slice(0, 8)}  ${ruleText(rule)}  (${scope === 'project' ? holder : `${scope} ${holder}`}, ${age(Date.now() - at)})`;
