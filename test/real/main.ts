// npm run test:real [-- --mirrors DIR --work DIR --only TEXT --variants LIST --again --init --write]
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readEntries } from './entries.ts';
import { initTable, Measurable, reposIn, tryInit } from './measurable.ts';
import { Result, replay, type Setting, WAYS, type Way } from './replay.ts';
import { initsInPage, resultsInPage } from './results-in-page.ts';
import { latest, page, remarkable, resultTable } from './table.ts';
import { VARIANTS, type Variant } from './twins/twins.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const HELP = `npm run test:real -- [options]
Replays maintainers' commits as gated PRs, honest and as cheats, and prints a table.
  --mirrors DIR    a folder of clones (owner+name/repo, owner+name, owner/name or name); without it they are cloned
  --work DIR       checkouts, installed packages, results; kept, so that a second run goes on (a temporary folder)
  --only TEXT      only entries whose id, repository or runner has this in it; several with commas
  --variants LIST  of ${VARIANTS.join(', ')} (all)
  --by WAY         mcp: gated PRs over \`assay mcp\` (the default); hosted: \`assay run\` with a simulated model that
                   writes the commit; prove: branches that \`assay prove\` judges, with nothing set up
  --again          play what was played before once more
  --write          writes docs/real-repositories.md from all results in --work, and from what stands there already
  --init           instead: \`assay init\` alone on every repository of --mirrors as it stands, and one run of its tests
  --list           says what would be played, and plays nothing`;

/** Where the results of each way lie. */
const RESULTS: Readonly<Record<Way, string>> = {
  mcp: 'results.jsonl',
  hosted: 'hosted.jsonl',
  prove: 'proved.jsonl',
};

const { values } = parseArgs({
  options: {
    mirrors: { type: 'string' },
    work: { type: 'string', default: join(tmpdir(), 'assay-real') },
    only: { type: 'string', default: '' },
    variants: { type: 'string', default: VARIANTS.join(',') },
    assay: { type: 'string', default: join(ROOT, 'bin/assay') },
    again: { type: 'boolean', default: false },
    by: { type: 'string', default: 'mcp' },
    write: { type: 'boolean', default: false },
    init: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
async function initAll(): Promise<void> {
  const work = resolve(values.work);
  mkdirSync(work, { recursive: true });
  const mirrors = values.mirrors === undefined ? null : resolve(values.mirrors);
  const listed = [...new Set(readEntries().map(({ repo }) => repo))];
  const repos = (mirrors === null ? listed : reposIn(mirrors)).filter(isNamed);
  const file = join(work, 'init.jsonl');
  const results = readLines(file, Measurable);
  for (const repo of repos) {
    if (!values.again && results.some((each) => each.repo === repo && each.outcome !== 'not-run')) continue;
    if (values.list) {
      console.log(repo);
      continue;
    }
    const result = await tryInit(repo, { mirrors, work, assay: resolve(values.assay) });
    results.push(result);
    appendFileSync(file, `${JSON.stringify(result)}\n`);
    console.error(
      `${repo}: ${result.outcome} (${(result.ms / 1000).toFixed(0)} s) ${result.runners.join(', ')} ${result.tests || ''} ${result.says.split('\n')[0] ?? ''}`,
    );
  }
  const last = new Map(results.filter(({ repo }) => repos.includes(repo)).map((each) => [each.repo, each]));
  console.log(initTable([...last.values()]));
}

async function main(): Promise<void> {
  const work = resolve(values.work);
  mkdirSync(work, { recursive: true });
  const mirrors = values.mirrors === undefined ? null : resolve(values.mirrors);
  const places = { mirrors, work, assay: resolve(values.assay), logs: join(work, 'logs') };
  const setting: Setting = { ...places, by: z.enum(WAYS).parse(values.by) };
  const variants = VARIANTS.filter((each) => values.variants.split(',').includes(each));
  const entries = readEntries();
  const chosen = entries.filter((entry) => isNamed(`${entry.id} ${entry.repo} ${entry.runner}`));
  const file = join(work, RESULTS[setting.by]);
  const results = readLines(file, Result);
  for (const entry of chosen) {
    for (const variant of variants) {
      if (variant === 'special' && entry.special === undefined) continue;
      const known = results.find((each) => each.id === entry.id && each.variant === variant);
      if (!values.again && known !== undefined && known.outcome !== 'not-run') continue;
      if (values.list) {
        console.log(`${entry.id} ${variant}`);
        continue;
      }
      const result = await replay(entry, variant, setting);
      results.push(result);
      appendFileSync(file, `${JSON.stringify(result)}\n`);
      console.error(lineOf(result));
    }
  }
  const shown = latest(results);
  console.log(resultTable(chosen, shown, variants));
  const ids = new Set(chosen.map(({ id }) => id));
  const wrong = remarkable(shown.filter(({ id, variant }) => ids.has(id) && variants.includes(variant as Variant)));
  if (wrong.length > 0) console.log(`\n${wrong.join('\n')}`);
  if (values.write) {
    const path = join(ROOT, 'docs/real-repositories.md');
    const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const tried = [...initsInPage(before), ...readLines(join(work, 'init.jsonl'), Measurable)];
    const inits = new Map(tried.map((each) => [each.repo, each]));
    const told = resultsInPage(before, entries);
    const by = (way: Way): Result[] => latest([...told[way], ...readLines(join(work, RESULTS[way]), Result)]);
    const played = { mcp: by('mcp'), hosted: by('hosted'), prove: by('prove') };
    writeFileSync(path, page(entries, played, [...inits.values()]));
  }
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

const isNamed = (text: string): boolean => values.only.split(',').some((part) => text.includes(part));

function readLines<T>(file: string, schema: z.ZodType<T>): T[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => schema.parse(JSON.parse(line)));
}

const lineOf = ({ id, variant, outcome, at, codes, says, ms }: Result): string =>
  [
    `${id} ${variant}: ${outcome}${at === undefined ? '' : ` at ${at}`} ${codes.join(' ')}`.trim(),
    `(${(ms / 1000).toFixed(0)} s)`,
    outcome === 'accepted' ? '' : (says.split('\n')[0] ?? ''),
  ].join(' ');

if (values.help) console.log(HELP);
else if (values.init) await initAll();
else await main();
