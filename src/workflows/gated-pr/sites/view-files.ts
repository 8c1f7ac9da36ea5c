import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import { readTextIfExists, writeFileAtomic } from '#host/atomic-file.ts';
import { readDraft } from '../draft.ts';
import type { Tampering } from '../site.ts';
import type { GatedState } from '../state.ts';
import { activePrView, orchestrationView } from '../views.ts';
import type { ViewFiles } from './make-site.ts';

export const DRAFT_FILE = '.assay/ACTIVE_PR.json';
export const STATE_FILE = '.assay/ORCHESTRATION_STATE.json';

/** In these states the agent drafts, and the file is its to write. */
const DRAFTING: ReadonlySet<GatedState['status']> = new Set(['INITIALIZING', 'REPLANNING', 'PLAN_DONE']);

/**
 * The views of a run in a folder. They are written, never read, except a draft; `seen` keeps what was written last, so
 * that an edit by somebody else is told and undone.
 */
export function viewFiles(
  folderOf: (state: GatedState) => Promise<string>,
  seen = new Map<string, string>(),
): ViewFiles {
  return {
    readDraft: async (folder) => readDraft(await readTextIfExists(join(folder, DRAFT_FILE))),
    clear: async (folder) => {
      seen.delete(join(folder, DRAFT_FILE));
      await rm(join(folder, DRAFT_FILE), { force: true });
    },
    show: async (state) => {
      if (state.mode === 'hosted' && state.place === null) return [];
      const folder = await folderOf(state);
      const wanted = new Map<string, string | null>([[STATE_FILE, pretty(orchestrationView(state))]]);
      if (!DRAFTING.has(state.status)) wanted.set(DRAFT_FILE, state.pr ? pretty(activePrView(state)) : null);
      const tampered: Tampering[] = [];
      for (const [file, text] of wanted) {
        const path = join(folder, file);
        const [found, written] = [await readTextIfExists(path), seen.get(path)];
        if (written !== undefined && found !== null && found !== written)
          tampered.push({ file, diff: patch(file, written, found) });
        if (text === null) await rm(path, { force: true });
        else if (found !== text) await writeFileAtomic(path, text);
        if (text === null) seen.delete(path);
        else seen.set(path, text);
      }
      return tampered;
    },
  };
}

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const patch = (file: string, was: string, is: string): string =>
  createTwoFilesPatch(file, file, was, is, 'as written', 'as found');
