import { describe, expect, it } from 'vitest';
import { workspacePrefix } from '#contracts/run-workspaces.ts';
import { play } from '#workflows/hybrid-tdd/testing/play.ts';
import { removeEnded } from './remove-ended.ts';

describe('H8 workspaces of an ended run', () => {
  it('goes when its process is done with it: the folder of its last adviser too, and no one else’s', async () => {
    const { engine, run } = await play({});
    const names = [`${workspacePrefix(run)}merge-1-1`, 'rother-merge-1-1'];
    const closed: string[] = [];
    await removeEnded(
      engine,
      { diskUse: async () => ({ ...NOTHING, workspaces: names.map((name) => ({ name, bytes: 1 })) }) },
      { close: async (name) => void closed.push(name) },
    );
    expect(closed).toEqual([names[0]]);
  });
});

const NOTHING = { total: 0, limit: 0, history: 0, caches: 0 };
