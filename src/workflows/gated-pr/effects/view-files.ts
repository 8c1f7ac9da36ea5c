import { createTwoFilesPatch } from 'diff';
import { type PlainRead, type ReadOptions, readPlain, removePlain, writePlain } from '#host/plain-file.ts';
import { isDone, readDraft } from '../draft.ts';
import type { ViewProblem } from '../pr-effects.ts';
import type { GatedState } from '../state.ts';
import { activePrView, orchestrationView, STATE_VERSION } from '../views.ts';
import type { ViewFiles } from './pr-effects-parts.ts';

export const DRAFT_FILE = '.assay/ACTIVE_PR.json';
export const STATE_FILE = '.assay/ORCHESTRATION_STATE.json';
/** The last edit that was undone, for a person who wants to keep it. */
export const EDITED_FILE = '.assay/ACTIVE_PR.edited.json';

/** In these states the agent drafts, and may write the file. */
const DRAFTING: ReadonlySet<GatedState['status']> = new Set(['INITIALIZING', 'REPLANNING', 'PLAN_DONE']);

/**
 * The views of a run in a folder. They are written and compared, never trusted; only a draft is read. An agent can
 * write to that folder and Assay is in no sandbox, so no planted link is followed.
 */
export function viewFiles(folderOf: (state: GatedState) => Promise<string>): ViewFiles {
  const show: ViewFiles['show'] = async (state) => {
    if (state.mode === 'hosted' && state.place === null) return;
    const folder = await folderOf(state);
    // A failure to replace a view is reported when the next call looks at it.
    for (const [file, text] of viewsOf(state))
      await (text === null ? removePlain(folder, file) : writePlain(folder, file, text));
  };
  return {
    show,
    readDraft: async (state) => {
      const found = await readPlain(await folderOf(state), DRAFT_FILE, limitsIn(state));
      if (found.type === 'refused') return { type: 'unfit', problems: [`${found.why}; write it as a plain file`] };
      return readDraft(found.type === 'text' ? found.text : null);
    },
    clearDone: async (state) => {
      const folder = await folderOf(state);
      const found = await readPlain(folder, DRAFT_FILE, limitsIn(state));
      if (found.type === 'text' && isDone(found.text)) await removePlain(folder, DRAFT_FILE);
    },
    inspect: async (state) => {
      if (!state.shown || (state.mode === 'hosted' && state.place === null)) return null;
      const folder = await folderOf(state);
      for (const [file, text] of viewsOf(state)) {
        if (text === null) continue;
        const found = await readPlain(folder, file, limitsIn(state, Buffer.byteLength(text)));
        const problem = compare(file, text, found);
        if (problem === null) continue;
        if (problem.type === 'edited' && file === DRAFT_FILE && found.type === 'text')
          await writePlain(folder, EDITED_FILE, found.text);
        // In a workspace of ours no one could mean anything by an edit, and no one could be asked.
        const isMended = problem.type === 'unreadable' && state.mode === 'hosted';
        if (problem.type !== 'unreadable' || isMended) await show(state);
        if (!isMended) return problem;
      }
      return null;
    },
  };
}

/** A person's own tools may create hard links (a backup does); in an agent's workspace nothing honest does. */
const limitsIn = ({ mode }: GatedState, known = 0): ReadOptions => ({
  most: known + MOST_BYTES,
  alone: mode === 'hosted',
});
/** A larger file is neither a draft nor an edit of a view. */
const MOST_BYTES = 256 * 1024;

/** The current content of each view; null where there is none. */
function viewsOf(state: GatedState): Map<string, string | null> {
  const views = new Map<string, string | null>([[STATE_FILE, pretty(orchestrationView(state))]]);
  // The draft that a person was asked about is still the draft.
  if (!DRAFTING.has(state.halted?.from ?? state.status))
    views.set(DRAFT_FILE, state.pr ? pretty(activePrView(state)) : null);
  return views;
}

function compare(file: string, wanted: string, found: PlainRead): ViewProblem | null {
  if (found.type === 'refused') return { type: 'planted', file, why: found.why };
  if (found.type === 'absent') return { type: 'unreadable', file, why: 'it is missing' };
  if (found.text === wanted) return null;
  let value: unknown;
  try {
    value = JSON.parse(found.text);
  } catch (thrown) {
    return { type: 'unreadable', file, why: `it is torn: ${thrown instanceof Error ? thrown.message : thrown}` };
  }
  const version = value !== null && typeof value === 'object' && 'version' in value ? value.version : STATE_VERSION;
  if (typeof version === 'number' && version > STATE_VERSION) {
    return { type: 'unreadable', file, why: `version: it is ${version}, this Assay writes ${STATE_VERSION}` };
  }
  return { type: 'edited', file, diff: diffOf(file, wanted, found.text) };
}

/** Very different texts take very long to compare, and no one would read the result. */
function diffOf(file: string, wanted: string, found: string): string {
  const limits = { maxEditLength: MOST_EDITS };
  const patch = createTwoFilesPatch(file, file, wanted, found, 'as written', 'as found', limits);
  return patch ?? `(more than ${MOST_EDITS} lines differ)`;
}
const MOST_EDITS = 1_000;

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
