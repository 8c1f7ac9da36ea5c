import { openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Home } from './assay.ts';
import { preparedHome } from './prepared-home.ts';

const PAGE = 4096;

/** Overwrites the page of the database file where this text lies. */
function spoilPageOf(home: Home, text: string): void {
  const file = join(home.root, 'db', 'assay.db');
  const at = readFileSync(file).indexOf(text);
  expect(at).toBeGreaterThan(0);
  writeSync(openSync(file, 'r+'), Buffer.alloc(PAGE, 0xa5), 0, PAGE, Math.floor(at / PAGE) * PAGE);
}

const Ran = z.object({ run: z.string() });
const finished = preparedHome(async (home) => Ran.parse(await home.json('demo', 'first-run', '--fast')));

const Repaired = z.object({
  fit: z.boolean(),
  repaired: z.object({ saved: z.array(z.looseObject({ run: z.string(), lost: z.number().nullable() })) }),
});

describe('a damaged database', { timeout: 180_000 }, () => {
  it('that is no longer a database is refused, and repair makes a new empty one next to it', async () => {
    const home = (await finished()).copy();
    writeSync(openSync(join(home.root, 'db', 'assay.db'), 'r+'), Buffer.alloc(100, 0xa5), 0, 100, 0);
    const refused = await home.assay('runs');
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('error STORE_CORRUPT')]);
    expect(refused.err).toContain('assay doctor --repair');
    expect((await home.assay('doctor', '--repair')).out).toContain('Saved 0 runs');
    expect((await home.assay('runs')).out).toContain('No runs yet');
  });

  it('keeps the runs of sound pages when one page is lost', async () => {
    const demo = await finished();
    const home = demo.copy();
    const first = demo.told;
    const second = Ran.parse(await home.json('demo', 'first-run', '--fast'));
    spoilPageOf(home, 'claim of cart refused');
    const shown = await Promise.all([first, second].map(({ run }) => home.assay('runs', 'show', run)));
    expect(shown.filter(({ code, err }) => code === 1 && err.includes('error STORE_CORRUPT'))).toHaveLength(1);
    const sick = await home.assay('doctor');
    expect([sick.code, sick.out]).toEqual([2, expect.stringMatching(/✗ run database +damaged/)]);
    const { fit, repaired } = Repaired.parse(await home.json('doctor', '--repair'));
    expect(fit).toBe(true);
    expect(repaired.saved.map((each) => each.run).sort()).toEqual([first.run, second.run].sort());
    expect(repaired.saved.map(({ lost }) => lost === 0).sort()).toEqual([false, true]);
    expect(readdirSync(join(home.root, 'db')).some((name) => name.startsWith('assay.db.damaged-'))).toBe(true);
    const cut = repaired.saved.find(({ lost }) => lost !== 0);
    // Work that was cut off can be done again.
    expect(await home.json('runs', 'resume', cut?.run ?? '', '--fast')).toMatchObject({ status: 'completed' });
    expect((await home.assay('doctor', '--repair')).out).toContain('nothing to repair');
  });
});

describe('S2.2 a run with an altered log', { timeout: 180_000 }, () => {
  it('is never called sound: doctor and verify name it, repair cuts it when asked', async () => {
    const demo = await finished();
    const home = demo.copy();
    const { run } = demo.told;
    const db = new DatabaseSync(join(home.root, 'db', 'assay.db'));
    db.exec(`UPDATE appends SET body = replace(body, 'refused', 'accepted') WHERE body LIKE '%claim of cart refused%'`);
    db.close();
    const sick = await home.assay('doctor');
    expect([sick.code, sick.out]).toEqual([2, expect.stringContaining(`run ${run} is not whole`)]);
    const verified = await home.assay('runs', 'verify', 'last');
    expect([verified.code, verified.out]).toEqual([1, expect.stringMatching(/event \d+ is not what was written/)]);
    const refused = await home.assay('runs', 'repair', 'last');
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('--cut')]);
    expect((await home.assay('runs', 'repair', 'last', '--cut')).out).toContain('cut off');
    expect(readdirSync(join(home.root, 'db', 'damaged'))).toHaveLength(1);
    expect(await home.json('runs', 'resume', 'last', '--fast')).toMatchObject({ status: 'completed' });
    expect((await home.assay('runs', 'verify')).out).toContain('1 run: all sound');
  });
});
