// npm run test:adversary [-- --budget N --seed N --only TEXT --modes LIST --list --write]
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MODES, nameOf } from './attack.ts';
import { allAttacks } from './attacks.ts';
import { allGrounds } from './grounds.ts';
import { playVariant } from './play-variant.ts';
import { lineOf, type Result, section, table, wrongOnes } from './report.ts';
import { allVariants, pick } from './variants.ts';

const HELP = `npm run test:adversary -- [options]
Makes variants of the cheats (import style, module system, runner, mode) and plays some of them against the real gates.
  --budget N     how many are played (20)
  --seed N       which; printed, so that a run can be made again
  --only TEXT    only variants whose name has this in it; several with ;
  --modes LIST   of ${MODES.join(', ')} (all)
  --ids REGEX    only attacks whose id fits
  --jobs N       how many at once (1)
  --list         says what would be played, and plays nothing
  --write        writes the section of docs/cheats.md from what was played`;

const { values } = parseArgs({
  options: {
    budget: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
    modes: { type: 'string', default: MODES.join(',') },
    ids: { type: 'string', default: '' },
    jobs: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(HELP);
else await main();

async function main(): Promise<void> {
  const [budget, seed] = [Number(values.budget), Number(values.seed)];
  const grounds = allGrounds();
  for (const { name, lacks } of grounds) if (lacks !== null) console.error(`not played: ${name} (${lacks})`);
  const modes = MODES.filter((mode) => values.modes.split(',').includes(mode));
  const ids = new RegExp(`^(${values.ids || '.*'})$`);
  const all = allVariants(allAttacks(), grounds, modes).filter(
    (variant) =>
      ids.test(variant.attack?.id ?? 'honest') && values.only.split(';').some((part) => nameOf(variant).includes(part)),
  );
  const chosen = pick(all, budget, seed);
  console.error(`seed ${seed}: ${chosen.length} of ${all.length} variants`);
  const results: Result[] = [];
  if (values.list) return console.log(chosen.map(nameOf).join('\n'));
  const left = [...chosen];
  const play = async (): Promise<void> => {
    for (let variant = left.shift(); variant; variant = left.shift()) {
      const result = { variant, played: await playVariant(variant) };
      results.push(result);
      console.error(lineOf(result));
    }
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, play));
  console.log(`\n${table(results)}`);
  const wrong = wrongOnes(results);
  if (wrong.length > 0) console.log(`\nWrong:\n${wrong.map(lineOf).join('\n')}`);
  if (values.write) writeSection(section(results, { seed, budget, of: all.length }));
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

function writeSection(text: string): void {
  const page = join(import.meta.dirname, '../../docs/cheats.md');
  const marks = /(<!-- adversary: made by npm run test:adversary -- --write -->\n)[\s\S]*?(\n<!-- end adversary -->)/;
  const before = readFileSync(page, 'utf8');
  if (!marks.test(before)) throw new Error(`${page} has no place for it`);
  writeFileSync(
    page,
    before.replace(marks, (_, begin: string, end: string) => `${begin}${text}${end}`),
  );
}
