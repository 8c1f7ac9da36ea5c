// npm run test:firewall -- FOLDER…: what a model may say about three repositories, half of it made up. A folder holds clones
// (sqlparse/, sinatra/, more-itertools/) or bare ones in a mirror's manner (OWNER+NAME/repo). Exit 1 where one got through.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Attempted, attack } from './attack.ts';
import { ATTACKED, type Attacked } from './facts.ts';

process.exitCode = await main(process.argv.slice(2));

async function main(folders: readonly string[]): Promise<number> {
  const outcomes: Attempted[] = [];
  for (const each of ATTACKED) {
    const source = folders.flatMap((folder) => placesOf(folder, each)).find((place) => existsSync(place));
    if (source === undefined) {
      console.log(`${each.repository}: skipped, no folder given has it`);
      continue;
    }
    const scratch = mkdtempSync(join(tmpdir(), 'assay-firewall-'));
    try {
      const root = join(scratch, 'tree');
      execFileSync('git', ['clone', '-q', '--no-checkout', source, root]);
      execFileSync('git', ['checkout', '-q', each.commit], { cwd: root });
      outcomes.push(...(await attack(each, root, join(scratch, 'knowledge.db'))));
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  }
  return report(outcomes);
}

function placesOf(folder: string, { repository }: Attacked): string[] {
  const [owner = '', name = ''] = repository.split('/');
  return [join(folder, `${owner}+${name}`, 'repo'), join(folder, owner, name), join(folder, name)];
}

/** None of the invented stored; of the true at least 95 of 100 accepted. */
function report(outcomes: readonly Attempted[]): number {
  if (outcomes.length === 0) {
    console.error('Name a folder with clones of the three repositories: npm run test:firewall -- FOLDER');
    return 2;
  }
  const holds = outcomes.filter(({ isTrue }) => isTrue);
  const invented = outcomes.filter(({ isTrue }) => !isTrue);
  const is = (wanted: string) => (one: Attempted) => one.outcome === wanted;
  for (const one of outcomes.filter(({ isTrue, outcome }) => (outcome === 'stored') !== isTrue))
    if (one.isTrue || one.outcome === 'stored')
      console.log(
        `${one.isTrue ? 'true' : 'INVENTED'} ${one.outcome}: ${one.said.statement} ${JSON.stringify(one.said.references)}: ${one.reasons.join('; ')}`,
      );
  const got = invented.filter(is('stored')).length;
  const accepted = holds.filter(is('stored')).length;
  console.log(
    `${invented.length} invented: ${got} stored, ${invented.filter(is('queued')).length} wait for a person, ${invented.filter(is('blocked')).length} blocked`,
  );
  console.log(
    `${holds.length} true: ${accepted} stored, ${holds.filter(is('queued')).length} wait for a person, ${holds.filter(is('blocked')).length} blocked`,
  );
  return got === 0 && accepted >= 0.95 * holds.length ? 0 : 1;
}
