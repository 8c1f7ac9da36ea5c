import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { COMPILED, COMPILED_CHEATS } from './compiled-cheats.ts';
import { edited, gateRig } from './gate-rig.ts';

const FULL = process.env.ASSAY_CHEATS === 'full';
const lacks = (program: string): boolean =>
  spawnSync(program, [program === 'go' ? 'version' : '--version'], { timeout: 20_000 }).status !== 0;
const unlessFull = FULL ? '' : ' (skipped: it is built many times; `npm run test:cheats` has it)';

describe.each(['Go', 'Rust'] as const)(
  'G3.3 G10.16 what code of a compiled language does outside of its tests: %s',
  (language) => {
    const { project, program, honest } = COMPILED[language];
    const missing = lacks(program);
    const why = missing ? ` (skipped: ${program} is not installed here)` : unlessFull;
    it.skipIf(missing || !FULL)(
      `is asked by a program of its own; honest work is accepted${why}`,
      async () => {
        const rig = await gateRig(project, [program]);
        try {
          const meant = await rig.examine(await edited(rig, rig.base, honest), 0);
          expect(meant.findings, JSON.stringify(meant)).toEqual([]);
          for (const { title, edits, says } of COMPILED_CHEATS.filter((cheat) => cheat.language === language)) {
            const { findings } = await rig.examine(await edited(rig, rig.base, edits), 0);
            expect(findings.map(({ message }) => message).join('\n'), title).toMatch(says);
          }
        } finally {
          await rig.close();
        }
      },
      900_000,
    );
  },
);
