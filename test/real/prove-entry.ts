import { ProveReport } from '#workflows/prove/prove-report.ts';
import { take } from './checkout.ts';
import type { Entry } from './entries.ts';
import { takeTests } from './inline-tests.ts';
import { must, quoted, shell } from './shell.ts';
import type { Twin } from './twins/twins.ts';

export type Judged =
  | { readonly outcome: 'no-twin'; readonly says: string }
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'refused'; readonly at: string; readonly codes: string[]; readonly says: string };

interface ProvePlace {
  readonly folder: string;
  readonly assay: string;
  readonly env: Record<string, string>;
  /** Gets the printed report, with its doubts. */
  readonly keep: (report: string) => void;
}

/** The commit, or a cheat in its place, as a branch that `assay prove` does not know: nothing is set up. */
export async function proveEntry(
  entry: Entry,
  twin: Twin | null,
  { folder, assay, env, keep }: ProvePlace,
): Promise<Judged> {
  takeTests(entry, folder);
  if (twin === null) take(entry.sha, [...entry.sources, ...entry.other], folder);
  else twin.make(entry, folder);
  await must('git add --all && git commit --quiet --allow-empty --no-verify -m change', folder);
  const { output } = await shell(`${quoted(assay)} prove HEAD~1..HEAD --json 2> /dev/null`, folder, {
    env,
    minutes: 30,
  });
  keep(output);
  const report = ProveReport.safeParse(jsonOf(output));
  if (!report.success) {
    const code = /"code":"([A-Z_]+)"/.exec(output)?.[1];
    return { outcome: 'refused', at: 'prove', codes: code === undefined ? [] : [code], says: output.slice(-400) };
  }
  const { outcome, checks } = report.data;
  if (outcome === 'proven') return { outcome: 'accepted' };
  // The tests as they were before are no change at all.
  if (outcome === 'nothing-to-prove' && twin !== null) return { outcome: 'no-twin', says: 'nothing is left to prove' };
  const reasons = checks.flatMap((check) => ('reasons' in check && check.required ? check.reasons : []));
  const told = reasons.filter(({ code }) => code !== 'NOT_ASKED');
  const codes = [...new Set(told.map(({ code }) => code))];
  return { outcome: 'refused', at: 'prove', codes, says: (told[0]?.message ?? outcome).slice(0, 400) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
