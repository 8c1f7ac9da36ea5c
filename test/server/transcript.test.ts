import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { transcriptPath } from '#attempts/transcripts/transcripts.ts';
import { type AgentEvent, NO_AGENT_USAGE } from '#contracts/agent.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import type { TranscriptPage } from '#contracts/http/transcript-routes.ts';
import { Seq } from '#contracts/ids.ts';
import { forkRun } from '#engine/drive/runs.ts';
import type { Runs } from '#engine/runs.ts';
import { addRun, completed, scheduled, started } from '../web/sample-runs.ts';
import { type Client, openWindow } from './window.ts';

const delta = (text: string): AgentEvent => ({ type: 'text_delta', turn: 't1', text });
const done: AgentEvent = { type: 'complete', usage: NO_AGENT_USAGE, result: { type: 'text', text: 'done' } };

async function keep(runs: Runs, run: string, act: string, attempt: number, events: readonly AgentEvent[]) {
  const path = transcriptPath(runs.home, run, act, attempt);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, events.map((event, at) => `${JSON.stringify({ at, event })}\n`).join(''));
  return path;
}

const agentRun = (id: string, act = 'write#1') => ({
  id,
  title: 'writes',
  graph: 'writes',
  events: [scheduled(act, 'agent'), started(act), started(act, 2), completed(act)],
});

const pageOf = (client: Client, run: string, act: string, query: { attempt?: number; from?: number } = {}) =>
  client.call(ROUTES.transcript, { params: { run, act }, query });

async function wholeOf(client: Client, run: string, act: string): Promise<TranscriptPage[]> {
  const pages: TranscriptPage[] = [];
  for (let from = 0, more = true; more; ) {
    const page = await pageOf(client, run, act, { attempt: 1, from });
    pages.push(page);
    ({ next: from, more } = page);
  }
  return pages;
}

describe('C10 the transcript of an attempt', () => {
  it('comes in pages, whole and in order, long texts cut', async () => {
    const { client, runs } = await openWindow();
    const run = await addRun(runs, agentRun('rpages'));
    const long = 'x'.repeat(30_000);
    const events = [
      ...Array.from({ length: 2_000 }, (_, no) => delta(`${no} ${'word '.repeat(60)}`)),
      { type: 'tool_start', id: 'c', tool: 'write', input: { text: long } } satisfies AgentEvent,
      done,
    ];
    await keep(runs, run, 'write#1', 1, events);
    const pages = await wholeOf(client, run, 'write#1');
    expect(pages.length).toBeGreaterThan(2);
    const lines = pages.flatMap((page) => page.lines);
    expect(lines.map(({ at }) => at)).toEqual(events.map((_, at) => at));
    expect(lines.at(-1)?.event).toEqual(done);
    const cut = JSON.stringify(lines.at(-2)?.event);
    expect(cut.length).toBeLessThan(21_000);
    expect(cut).toContain('10000 more characters');
    expect(pages.at(-1)).toMatchObject({ more: false, live: false, kept: true, attempt: 1 });
  });

  it('is that of the last attempt if none is named, and of a requested one', async () => {
    const { client, runs } = await openWindow();
    const run = await addRun(runs, agentRun('rattempts'));
    await keep(runs, run, 'write#1', 1, [delta('first')]);
    await keep(runs, run, 'write#1', 2, [delta('second')]);
    expect((await pageOf(client, run, 'write#1')).lines).toMatchObject([{ event: { text: 'second' } }]);
    expect((await pageOf(client, run, 'write#1', { attempt: 1 })).lines).toMatchObject([{ event: { text: 'first' } }]);
    for (const attempt of [0, 3]) {
      await expect(pageOf(client, run, 'write#1', { attempt })).rejects.toMatchObject({ code: 'RUN_UNKNOWN' });
    }
  });

  it('is found for a node inside a sub-graph, and from a fork', async () => {
    const { client, runs } = await openWindow();
    const run = await addRun(runs, agentRun('rinner', 'check/write#1'));
    await keep(runs, run, 'check/write#1', 2, [delta('inside')]);
    expect((await pageOf(client, run, 'check/write#1')).lines).toMatchObject([{ event: { text: 'inside' } }]);
    const fork = await forkRun(runs, run, Seq.parse(4));
    expect((await pageOf(client, fork, 'check/write#1')).lines).toMatchObject([{ event: { text: 'inside' } }]);
  });

  it('grows while it is read: a line that is not whole yet comes later', async () => {
    const { client, runs } = await openWindow();
    const run = await addRun(runs, agentRun('rgrows'));
    const path = await keep(runs, run, 'write#1', 2, [delta('a')]);
    const first = await pageOf(client, run, 'write#1');
    await writeFile(path, `${JSON.stringify({ at: 9, event: delta('b') }).slice(0, 12)}`, { flag: 'a' });
    const torn = await pageOf(client, run, 'write#1', { from: first.next });
    expect(torn).toMatchObject({ lines: [], next: first.next, more: false });
    await writeFile(path, `${JSON.stringify({ at: 9, event: delta('b') }).slice(12)}\n`, { flag: 'a' });
    expect((await pageOf(client, run, 'write#1', { from: torn.next })).lines).toMatchObject([{ event: { text: 'b' } }]);
  });

  it('contains no secret of this machine, even if one was stored', async () => {
    const { client, runs } = await openWindow({ env: { DEPLOY_TOKEN: 'sesame-sesame-sesame' } });
    const run = await addRun(runs, agentRun('rsecret'));
    await keep(runs, run, 'write#1', 2, [delta('it is sesame-sesame-sesame')]);
    const { text } = await client.raw(`/api/runs/${run}/nodes/write%231/transcript`);
    expect(text).toContain('redacted:DEPLOY_TOKEN');
    expect(text).not.toContain('sesame-sesame');
  });

  it('reports that nothing was stored', async () => {
    const { client, runs } = await openWindow();
    const run = await addRun(runs, agentRun('rnothing'));
    expect(await pageOf(client, run, 'write#1')).toMatchObject({ lines: [], kept: false, more: false });
  });

  it('is never a file that someone names: only ids that the log has lead to one', async () => {
    const { client, runs } = await openWindow();
    const run = await addRun(runs, agentRun('rpath'));
    await keep(runs, run, 'write#1', 1, [delta('mine')]);
    // What an attacker would want: a file beside the transcripts that looks like one.
    const outside = join(runs.home.root, 'outside-1.jsonl');
    await writeFile(outside, `${JSON.stringify({ at: 1, event: delta('STOLEN') })}\n`);
    await symlink(outside, join(runs.home.root, 'transcripts', 'linked-1.jsonl'));
    const tries = [
      '../../outside',
      '..%2f..%2foutside',
      '%2e%2e%2f%2e%2e%2foutside',
      '....//....//outside',
      '/etc/passwd',
      '%2fetc%2fpasswd',
      '../linked',
      'write%231%00',
      'write%231-1.jsonl',
      `${'a/'.repeat(300)}x`,
    ];
    for (const act of tries) {
      for (const path of [
        `/api/runs/${run}/nodes/${act}/transcript?attempt=1`,
        `/api/runs/${run}/nodes/${encodeURIComponent(act)}/transcript?attempt=1`,
        `/api/runs/..%2f${run}/nodes/${encodeURIComponent(act)}/transcript`,
        `/api/runs/${encodeURIComponent(act)}/nodes/write%231/transcript`,
      ]) {
        const { status, text } = await client.raw(path);
        expect([path, status >= 400, text.includes('STOLEN'), text.includes('root:')]).toEqual([
          path,
          true,
          false,
          false,
        ]);
      }
    }
    for (const query of ['attempt=../1', 'attempt=-1', 'attempt=1e3', 'from=-1', 'from=0x10', 'attempt=1&from=a']) {
      const { status } = await client.raw(`/api/runs/${run}/nodes/write%231/transcript?${query}`);
      expect([query, status]).toEqual([query, 400]);
    }
    // A place in the middle of a line is no way to read something else.
    const middle = await pageOf(client, run, 'write#1', { attempt: 1, from: 5 });
    expect(middle.lines).toEqual([]);
    expect((await pageOf(client, run, 'write#1', { attempt: 1, from: 999_999 })).lines).toEqual([]);
  });
});
