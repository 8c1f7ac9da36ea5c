import { describe, expect, it } from 'vitest';
import { AssayError } from '#contracts/errors.ts';
import { RunId } from '#contracts/ids.ts';
import { act, type Once } from './act.ts';
import type { Site } from './site.ts';
import { beginning } from './state.ts';

const state = beginning({ mode: 'hosted', plan: 'PLAN.md', main: 'main' });
const calling = { state, call: { tool: 'get_task' as const }, ticket: null, outcome: null, answered: null };

const site = (inspect: Site['inspect']): Site => ({
  mode: 'hosted',
  inspect,
  find: async () => undefined,
  perform: async () => ({ type: 'pick-pr', item: null, place: null }),
  show: async () => {},
});

const once: Once = (_key, { do: perform }) => perform();
const context = { run: RunId.parse('r1'), signal: new AbortController().signal, say: () => {}, once };

describe('G7 an act that is run again after a crash', () => {
  it('goes on where the workspace it began with is gone: the PR was merged before', async () => {
    const gone = new AssayError('WORKSPACE_UNKNOWN', 'There is no workspace r1-pr1.');
    const acted = await act(
      site(() => Promise.reject(gone)),
      calling,
      context,
    );
    expect(acted).toMatchObject({ type: 'stands', state: { status: 'PLAN_DONE' } });
  });

  it('passes over nothing else that is wrong there', async () => {
    const full = new AssayError('DISK_FULL', 'no space');
    await expect(
      act(
        site(() => Promise.reject(full)),
        calling,
        context,
      ),
    ).rejects.toMatchObject({ code: 'DISK_FULL' });
  });
});
