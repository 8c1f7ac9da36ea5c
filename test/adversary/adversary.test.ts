import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder, write } from '#host/testing/temp-folder.ts';
import { type Ground, isHonest, nameOf } from './attack.ts';
import { allAttacks } from './attacks.ts';
import { allGrounds } from './grounds.ts';
import { worksOf } from './play-variant.ts';
import { section, table, wrongOnes } from './report.ts';
import { allVariants, pick } from './variants.ts';

const grounds = allGrounds();
const attacks = allAttacks();

/** With the language's own program and no gate. */
function passes(ground: Ground, files: Readonly<Record<string, string | null>>): boolean {
  const folder = tempFolder();
  write(folder, ground.project);
  write(
    folder,
    Object.fromEntries(Object.entries(files).flatMap(([path, text]) => (text === null ? [] : [[path, text]]))),
  );
  const [program, ...args] =
    ground.language === 'javascript'
      ? ['node', '--test']
      : ['python3', '-m', ...(ground.name === 'unittest' ? ['unittest', 'discover'] : ['pytest', '-q'])];
  return spawnSync(program ?? '', args, { cwd: folder, stdio: 'ignore', timeout: 80_000 }).status === 0;
}

describe('G13.5 X5.1 variants of the cheats', () => {
  it('are many, each with a name of its own, honest work among them', () => {
    const all = allVariants(attacks, grounds);
    expect(all.length).toBeGreaterThan(300);
    expect(new Set(all.map(nameOf)).size).toBeGreaterThan(all.length * 0.97);
    expect(all.filter(({ attack }) => attack === null).length).toBe(
      grounds.filter(({ lacks }) => lacks === null).length * 3,
    );
  });

  it('are the same for the same seed, and spread over grounds and modes', () => {
    const all = allVariants(attacks, grounds);
    const names = (seed: number) => pick(all, 20, seed).map(nameOf);
    expect(names(7)).toEqual(names(7));
    expect(names(7)).not.toEqual(names(8));
    const picked = pick(all, 20, 7);
    expect(new Set(picked.map(({ mode }) => mode)).size).toBe(3);
    expect(new Set(picked.map(({ ground }) => ground.name)).size).toBeGreaterThanOrEqual(6);
    expect(picked.filter(isHonest)).toHaveLength(4);
  });

  // Those that are rewritten most; the others are played by `npm run test:adversary`.
  it.each(grounds.filter(({ name }) => /namespace|node:test, CommonJS|unittest/.test(name)))(
    '$name: honest tests fail before the code and pass with it',
    { timeout: 180_000 },
    (ground) => {
      const { red, green } = worksOf({ ground, mode: 'prove', attack: null });
      expect([passes(ground, red), passes(ground, { ...red, ...green })]).toEqual([false, true]);
    },
  );

  it('are rewritten, not only renamed', () => {
    const texts = grounds.map(({ red }) => Object.values(red).join(''));
    expect(new Set(texts).size).toBe(grounds.length);
  });

  it('count as wrong where a cheat is merged or honest work is not, and only there', () => {
    const [ground] = grounds;
    const [attack] = attacks;
    if (!ground || !attack) throw new Error('nothing to play');
    const result = (of: typeof attack | null, outcome: 'merged' | 'refused' | 'not-run') => ({
      variant: { ground, mode: 'prove' as const, attack: of },
      played: { outcome, at: '', codes: outcome === 'refused' ? ['RED_PASSES'] : [], says: '' },
    });
    const known = { ...attack, known: 'because' };
    const all = [
      result(attack, 'refused'),
      result(attack, 'merged'),
      result(null, 'merged'),
      result(null, 'refused'),
      result(known, 'merged'),
      result(attack, 'not-run'),
    ];
    expect(wrongOnes(all)).toEqual([all[1], all[3]]);
    expect(table(all)).toContain('| 2 of 3 | 1 of 2 | `RED_PASSES` |');
    expect(section(all, { seed: 1, budget: 6, of: 9 })).toContain('played 5 of 9 variants (1 could not be played)');
  });

  it('docs/cheats.md has the place that the command writes to', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/cheats.md'), 'utf8');
    const [, text = ''] = /<!-- adversary: .* -->\n([\s\S]*?)\n<!-- end adversary -->/.exec(page) ?? [];
    expect(text).toMatch(
      /^(`npm run test:adversary -- --budget \d+ --seed \d+` played|Nothing was written down yet\.)/,
    );
  });

  it('are listed by the command, with the seed', { timeout: 60_000 }, () => {
    const main = join(import.meta.dirname, 'main.ts');
    const out = execFileSync(process.execPath, [main, '--list', '--budget', '5', '--seed', '3'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(out.trim().split('\n')).toEqual(pick(allVariants(attacks, grounds), 5, 3).map(nameOf));
  });
});
