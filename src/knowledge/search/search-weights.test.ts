import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SearchWeights } from '#contracts/config.ts';
import type { Embedder } from '../embed/embedder.ts';
import { openKnowledge } from '../open-knowledge.ts';
import { resolve } from '../resolve/resolve.ts';
import { type TestProject, testProject } from '../testing/project.ts';

const only = (ground: keyof SearchWeights): SearchWeights => ({
  ...{ words: 0, history: 0, meaning: 0, graph: 0 },
  [ground]: 1,
});

/** "voucher" is written in one file, another changed for it, and a third is imported by the first. */
function vouchers(): TestProject {
  const project = testProject({
    'src/redeem.ts':
      "import { look } from '../lib/ledger.ts';\nexport const redeemVoucher = (code: string) => look(code);\n",
    'lib/ledger.ts': 'export const look = (key: string) => key.length;\n',
    'app/gifts.ts': 'export const give = (to: string) => to;\n',
    'web/other.ts': 'export const rest = (left: number) => left;\n',
  });
  project.commit('The shop');
  project.write({ 'app/gifts.ts': 'export const give = (to: string) => to.trim();\n' });
  project.commit('Vouchers for loyal customers');
  return project;
}

/** Every question has the same meaning, and so does this piece. */
function meaning(name: string): Embedder {
  const vector = (isIt: boolean) => Float32Array.from({ length: 16 }, (_, at) => (at === (isIt ? 0 : 1) ? 1 : 0));
  return {
    id: `test ${name}`,
    query: async () => vector(true),
    queryNow: () => vector(true),
    code: async (pieces) => pieces.map((piece) => vector(piece.name === name)),
  };
}

describe('K1.10 how much words, history, meaning and graph count', () => {
  it('is set by the caller, signal by signal', async () => {
    const knowledge = vouchers().open(Date.now, meaning('rest'));
    await knowledge.index();
    const first = (ground: keyof SearchWeights) => knowledge.code.search('voucher', { weights: only(ground) })[0]?.path;
    expect(first('words')).toBe('src/redeem.ts');
    expect(first('history')).toBe('app/gifts.ts');
    expect(first('meaning')).toBe('web/other.ts');
    expect(knowledge.code.search('voucher', { weights: only('graph') }).map(({ path }) => path)).toEqual([]);
    const second = (graph: number) =>
      knowledge.code.search('voucher', { weights: { ...only('words'), graph } })[1]?.path;
    expect(second(0)).not.toBe('lib/ledger.ts');
    expect(second(1)).toBe('lib/ledger.ts');
  });

  it('moves functions too', async () => {
    const knowledge = testProject({
      'src/store.ts': `export function rmDirs(path: string) { return path; }
export function directoryOf(path: string) { return path; }
`,
    }).open(Date.now, meaning('rmDirs'));
    await knowledge.index();
    const first = (ground: keyof SearchWeights) =>
      knowledge.code.pieces('delete a directory', { weights: only(ground) })[0]?.symbol;
    expect(first('words')).toBe('directoryOf');
    expect(first('meaning')).toBe('rmDirs');
  });

  it('is read from the person’s configuration, and an answer that was kept with other weights is not given', async () => {
    const project = vouchers();
    const home = join(project.root, '..', 'home');
    const env = { PATH: process.env.PATH ?? '', HOME: home, ASSAY_HOME: home };
    const firstPlace = async (weights?: Partial<SearchWeights>) => {
      const knowledge = await openKnowledge(env, project.root);
      try {
        await knowledge.index();
        if (weights) expect(knowledge.weights).toEqual({ words: 1, history: 1, meaning: 1, graph: 1, ...weights });
        return resolve(knowledge, 'where is the voucher').places[0]?.path;
      } finally {
        knowledge.close();
      }
    };
    expect(await firstPlace()).toBe('src/redeem.ts');
    const weights = { words: 0, meaning: 0, graph: 0 };
    writeFileSync(join(home, 'config.json'), JSON.stringify({ version: 1, search: { weights } }));
    expect(await firstPlace(weights)).toBe('app/gifts.ts');
  });

  it('is refused if nothing would count, or too much', () => {
    for (const bad of [{ words: 0, history: 0, meaning: 0, graph: 0 }, { words: -1 }, { graph: 11 }, { wrods: 1 }])
      expect(SearchWeights.safeParse(bad).success).toBe(false);
  });
});
