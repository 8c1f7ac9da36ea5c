import { spawnSync } from 'node:child_process';
import { describe, it } from 'vitest';
import { playStyle } from './reports/play-style.ts';
import { STYLES, type Style } from './reports/projects.ts';

const FULL = process.env.ASSAY_CHEATS === 'full';
const ONLY = process.env.ASSAY_STYLE;

const PROGRAMS: Partial<Record<Style['runner'], readonly [string, ...string[]]>> = {
  'go test': ['go', 'version'],
  'cargo test': ['cargo', '--version'],
  pytest: ['python3', '-c', 'import pytest'],
};
const lacks = (runner: Style['runner']): boolean => {
  const [program, ...args] = PROGRAMS[runner] ?? ['true'];
  return spawnSync(program, args, { timeout: 20_000 }).status !== 0;
};

const styles = STYLES.filter(({ smoke, runner, title }) =>
  ONLY ? `${runner} ${title}`.includes(ONLY) : FULL || smoke,
);

/** Every runner, import style, module system and layout: a step's report is compared with what ran. */
describe('G3 G14.1 a report that the code under test forges', { timeout: 600_000 }, () => {
  for (const missing of [...new Set(styles.map(({ runner }) => runner))].filter(lacks))
    it.skip(`${missing} (skipped: it is not installed here)`, () => {});
  it.each(styles.filter(({ runner }) => !lacks(runner)))(
    '$runner, $title: is refused, and the honest step accepted',
    (style) => playStyle(style, PROGRAMS[style.runner]?.slice(0, 1)),
  );
});
