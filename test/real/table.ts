import type { Entry } from './entries.ts';
import { initTable, type Measurable } from './measurable.ts';
import type { Result, Way } from './replay.ts';
import { VARIANTS, type Variant } from './twins/twins.ts';

/** One row a repository and runner: honest commits accepted, cheats refused, and what of it was not run. */
export function resultTable(
  entries: readonly Entry[],
  results: readonly Result[],
  variants: readonly Variant[],
): string {
  const keys = [...new Set(entries.map(({ repo, runner }) => `${repo}\t${runner}`))].sort();
  const rows = keys.map((key) => {
    const [repo = '', runner = ''] = key.split('\t');
    const own = entries.filter((entry) => entry.repo === repo && entry.runner === runner);
    const cells = variants.map((variant) => cell(own, results, variant));
    return `| ${repo} | ${runner} | ${own.length} | ${cells.join(' | ')} |`;
  });
  const all = variants.map((variant) => `**${cell(entries, results, variant)}**`);
  return [
    `| repository | runner | commits | ${variants.map((each) => HEADS[each]).join(' | ')} |`,
    `|---|---|---|${variants.map(() => '---').join('|')}|`,
    ...rows,
    `| **all** | | **${entries.length}** | ${all.join(' | ')} |`,
  ].join('\n');
}

const HEADS: Readonly<Record<Variant, string>> = {
  honest: 'honest: accepted',
  weaken: 'weakened tests: refused',
  skip: 'skipped tests: refused',
  config: 'tests configured away: refused',
  special: 'answers in a table: refused',
};

/** `3 of 4` of the played entries, with the number of the others. */
function cell(entries: readonly Entry[], results: readonly Result[], variant: Variant): string {
  const own = entries.map(({ id }) => results.findLast((each) => each.id === id && each.variant === variant));
  const played = own.filter((each) => each?.outcome === 'accepted' || each?.outcome === 'refused');
  const wanted = variant === 'honest' ? 'accepted' : 'refused';
  const right = played.filter((each) => each?.outcome === wanted).length;
  const missing = own.filter((each) => each === undefined || each.outcome === 'not-run').length;
  const none = own.length - played.length - missing;
  if (played.length === 0) return missing === 0 ? 'no such cheat' : 'not run';
  return `${right} of ${played.length}${missing > 0 ? ` (${missing} not run)` : ''}${none > 0 && variant === 'honest' ? ` (${none} unfit)` : ''}`;
}

/** The rows that a reader should check: honest commits that were refused, cheats that were not, and everything that was not run. */
export function remarkable(results: readonly Result[]): string[] {
  return results.flatMap((result) => {
    const { id, variant, outcome, at, codes, says } = result;
    const line = says.split('\n')[0] ?? '';
    if (outcome === 'not-run') return [`- ${id}, ${variant}: not run: ${line}`];
    if (outcome === 'refused' && variant === 'honest')
      return [`- ${id}: refused at ${at}${codes.length > 0 ? ` (${codes.join(', ')})` : ''}: ${line}`];
    return outcome === 'accepted' && variant !== 'honest' ? [`- ${id}, ${variant}: the cheat was ACCEPTED`] : [];
  });
}

/** Each play: the entry, its result, and the version of Assay. */
export function playTable(results: readonly Result[]): string {
  const rows = [...results]
    .sort((a, b) => a.id.localeCompare(b.id) || a.variant.localeCompare(b.variant))
    .map(({ id, variant, outcome, at, codes, assay, ms }) => {
      const where = [at, ...codes].filter(Boolean).join(' ');
      return `| ${id} | ${variant} | ${outcome} | ${where} | ${assay} | ${Math.round(ms / 1000)} |`;
    });
  return [
    '| commit | variant | outcome | where, and why | Assay | seconds |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** What another way came to: its sums, then what to look at, then each play. */
function wayTable(entries: readonly Entry[], results: readonly Result[]): string {
  if (results.length === 0) return 'Not run.';
  const played = entries.filter(({ id }) => results.some((each) => each.id === id));
  const sums = VARIANTS.map((variant) => `${HEADS[variant]}: ${cell(played, results, variant)}`);
  return [sums.join('; '), remarkable(results).join('\n'), playTable(results)].filter(Boolean).join('\n\n');
}

/** docs/real-repositories.md. */
export function page(
  entries: readonly Entry[],
  { mcp: results, ...others }: Readonly<Record<Way, readonly Result[]>>,
  inits: readonly Measurable[],
): string {
  const variants = VARIANTS;
  const notes = remarkable(latest(results));
  const unplayed = variants.map((variant) => {
    const meant = entries.filter(({ special }) => variant !== 'special' || special !== undefined);
    const ids = meant.filter(({ id }) => !results.some((each) => each.id === id && each.variant === variant));
    return ids.length === 0 ? null : `- ${variant}: ${ids.map(({ id }) => id).join(', ')}`;
  });
  const missing = unplayed.filter((line) => line !== null);
  return `# Real repositories

<!-- Written by \`npm run test:real -- --write\`. Do not edit. -->

Maintainers' own commits, replayed as gated PRs over \`assay mcp\`: the tests of a commit are the RED step, its sources the GREEN step. An honest replay should be merged. A cheat in place of the sources should not: assertions that say nothing, skipped tests, tests that the runner's configuration leaves out, a table of the tests' own inputs. A cheat is played only where its tests pass, bare, without the sources.

\`\`\`sh
npm run test:real -- --mirrors ~/clones                      # a folder of clones; without it they are cloned
npm run test:real -- --only click --variants honest,weaken   # some entries, some variants
npm run test:real -- --init                                  # assay init alone, on the repositories as they stand
\`\`\`

The commits are listed in \`test/real/entries*.json\`; none of the projects' code is in this repository. One attempt each, on the machine that wrote this page; a reviewer that finds nothing, so that the gate alone decides.

${resultTable(entries, results, variants)}

## What to look at

${notes.length === 0 ? 'Nothing: every honest commit that was played was accepted, every cheat refused.' : notes.join('\n')}

## What was played

${results.length === 0 ? 'Nothing.' : playTable(latest(results))}

## By \`assay run\`

The same commits in hosted mode: our own loop in a workspace, and a simulated model that writes the commit's files through its tools (\`--by hosted\`).

${wayTable(entries, others.hosted)}

## By \`assay prove\`

The same commits as branches, with nothing set up (\`--by prove\`).

${wayTable(entries, others.prove)}

## \`assay init\` alone

A checkout of the newest commit, dependencies installed, \`assay init --yes\`, then \`assay state main --measure\`: the tests of main, run as a gate runs them.

${inits.length === 0 ? 'Not run.' : initTable(inits)}
${missing.length === 0 ? '' : `\n## Not run\n\n${missing.join('\n')}\n`}`;
}

/** The last result of each entry and variant. */
export const latest = (results: readonly Result[]): Result[] => [
  ...new Map(results.map((result) => [`${result.id} ${result.variant}`, result])).values(),
];
