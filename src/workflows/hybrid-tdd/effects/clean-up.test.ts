import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readWorkspaceRef } from '#contracts/run-workspaces.ts';
import type { Workspace } from '#contracts/workspace.ts';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { repositoryWith, storeIn } from '#workspace/testing/test-repository.ts';
import type { MutationReport } from '../state.ts';
import { play } from '../testing/play.ts';
import { ANALYSIS } from '../testing/sample-claims.ts';
import { point } from '../testing/scripted-effects.ts';
import { cleanUp } from './clean-up.ts';

const GAPS: MutationReport = {
  ...{ type: 'measured', score: 0.5, tried: 2, killed: 1, verdict: 'gaps', evidence: [] },
  survivors: [
    { id: 'm1', kind: 'Boundary', function: 'push', line: 3, description: 'd', covered: true, blocks: false },
  ],
};

/** Places of a real store, of which only those that a test makes exist. */
function realPlaces() {
  const repository = repositoryWith({ 'src/s.ts': 'export const push = 1;\n' });
  const store = storeIn(tempFolder());
  const held = new Map<string, Workspace>();
  const open = async (name: string): Promise<Workspace> => held.get(name) ?? store.open(name);
  const create = async (name: string): Promise<Workspace> => {
    const made = await store.create({ name, repository });
    held.set(name, made);
    return made;
  };
  const close = async (name: string): Promise<void> => {
    await held.get(name)?.close();
    held.delete(name);
  };
  const names = async (): Promise<string[]> => (await store.diskUse()).workspaces.map(({ name }) => name);
  return { store, workspaces: { open, create, close }, names };
}

describe('H6 the adviser on survivors', () => {
  it('still reads its folder after the run has its result, also in a second attempt; all else is gone', async () => {
    const { store, workspaces, names } = realPlaces();
    const cleaned = Promise.withResolvers<void>();
    const read: string[] = [];
    const { result, log } = await play({
      effects: {
        place: async (name) => void (await workspaces.create(name)),
        merge: async (_, place) => {
          await workspaces.create(place);
          return { ok: true, point: point(place) };
        },
        mutate: async () => GAPS,
        cleanUp: async (run, except) => {
          await cleanUp({ store, workspaces }, run, except);
          cleaned.resolve();
        },
      },
      say: async (node, time, task) => {
        if (node !== 'mutationAdversary') return undefined;
        await cleaned.promise;
        const { path } = await workspaces.open(readWorkspaceRef(task.place ?? '').name);
        read.push(readFileSync(join(path, 'src/s.ts'), 'utf8'));
        if (time === 1) throw new Error('the connection broke off');
        return ANALYSIS;
      },
    });
    expect(result?.success).toBe(true);
    expect(read).toEqual(['export const push = 1;\n', 'export const push = 1;\n']);
    const noted = log.flatMap((event) => (event.type === 'node.completed' ? [event.data] : []));
    expect(noted.find(({ act }) => act === 'mutationAdversary#1')).toMatchObject({ outcome: 'note' });
    expect(await names()).toEqual([expect.stringMatching(/-merge-1-1$/)]);
  });

  it('H2.8 keeps a folder only if there are survivors; otherwise nothing is left', async () => {
    const { store, workspaces, names } = realPlaces();
    await play({
      effects: {
        place: async (name) => void (await workspaces.create(name)),
        cleanUp: (run, except) => cleanUp({ store, workspaces }, run, except),
      },
    });
    expect(await names()).toEqual([]);
  });
});
