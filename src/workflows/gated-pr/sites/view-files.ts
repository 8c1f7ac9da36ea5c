import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import { readTextIfExists, writeFileAtomic } from '#host/atomic-file.ts';
import { readDraft } from '../draft.ts';
import type { ViewProblem } from '../site.ts';
import type { GatedState } from '../state.ts';
import { activePrView, orchestrationView, STATE_VERSION } from '../views.ts';
import type { ViewFiles } from './site-parts.ts';

export const DRAFT_FILE = '.assay/ACTIVE_PR.json';
export const STATE_FILE = '.assay/ORCHESTRATION_STATE.json';
/** The last edit that was undone, for a person who wants to keep it after all. */
export const EDITED_FILE = '.assay/ACTIVE_PR.edited.json';

/** In these states the agent drafts, and the file is its to write. */
const DRAFTING: ReadonlySet<GatedState['status']> = new Set(['INITIALIZING', 'REPLANNING', 'PLAN_DONE']);

/** The views of a run in a folder. They are written and compared, never believed; only a draft is read. */
export function viewFiles(folderOf: (state: GatedState) => Promise<string>): ViewFiles {
  const show: ViewFiles['show'] = async (state) => {
    if (state.mode === 'hosted' && state.place === null) return;
    const folder = await folderOf(state);
    for (const [file, text] of viewsOf(state)) {
      if (text === null) await rm(join(folder, file), { force: true });
      else await writeFileAtomic(join(folder, file), text);
    }
  };
  return {
    show,
    readDraft: async (folder) => readDraft(await readTextIfExists(join(folder, DRAFT_FILE))),
    clear: (folder) => rm(join(folder, DRAFT_FILE), { force: true }),
    inspect: async (state) => {
      if (!state.shown || (state.mode === 'hosted' && state.place === null)) return null;
      const folder = await folderOf(state);
      for (const [file, text] of viewsOf(state)) {
        const found = await readTextIfExists(join(folder, file));
        const problem = compare(file, text, found);
        if (problem?.type === 'edited') {
          if (file === DRAFT_FILE && found !== null) await writeFileAtomic(join(folder, EDITED_FILE), found);
          await show(state);
        }
        if (problem) return problem;
      }
      return null;
    },
  };
}

/** What each view says now; null where there is none to be. */
function viewsOf(state: GatedState): Map<string, string | null> {
  const views = new Map<string, string | null>([[STATE_FILE, pretty(orchestrationView(state))]]);
  if (!DRAFTING.has(state.status)) views.set(DRAFT_FILE, state.pr ? pretty(activePrView(state)) : null);
  return views;
}

function compare(file: string, wanted: string | null, found: string | null): ViewProblem | null {
  if (wanted === null || found === wanted) return null;
  if (found === null) return { type: 'unreadable', file, why: 'it is missing' };
  let value: unknown;
  try {
    value = JSON.parse(found);
  } catch (thrown) {
    return { type: 'unreadable', file, why: `it is torn: ${thrown instanceof Error ? thrown.message : thrown}` };
  }
  const version = value !== null && typeof value === 'object' && 'version' in value ? value.version : STATE_VERSION;
  if (typeof version === 'number' && version > STATE_VERSION) {
    return { type: 'unreadable', file, why: `version: it is ${version}, this Assay writes ${STATE_VERSION}` };
  }
  return { type: 'edited', file, diff: createTwoFilesPatch(file, file, wanted, found, 'as written', 'as found') };
}

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
