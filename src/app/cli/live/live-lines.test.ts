import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ActivationId, ROOT_SCOPE } from '#contracts/ids.ts';
import type { NodeView, RunView } from '#contracts/run-view.ts';
import { NO_SUM, NOTHING_SPENT } from '#contracts/usage.ts';
import { widthOf } from '../fit.ts';
import { plain } from '../screen.ts';
import { liveLines, SIMULATED } from './live-lines.ts';

const node = (name: string, more: Partial<NodeView> = {}): NodeView => ({
  act: ActivationId.parse(`build#${name}`),
  node: 'build',
  kind: 'agent',
  byAgent: true,
  name,
  state: 'running',
  attempts: 1,
  startedAt: 1_000,
  endedAt: null,
  ms: 0,
  usage: NO_SUM,
  error: null,
  waitsFor: [],
  retryAt: null,
  scope: ROOT_SCOPE,
  by: null,
  ...more,
});

const view = (nodes: readonly NodeView[], more: Partial<RunView> = {}): RunView => ({
  status: 'running',
  title: 'a shop',
  simulated: true,
  startedAt: 0,
  at: 2_000,
  endedAt: null,
  nodes,
  timeline: [],
  questions: [],
  notes: [],
  spent: { ...NOTHING_SPENT, tokens: 1234, seconds: 2, attempts: 3 },
  output: null,
  error: null,
  why: null,
  pausedBy: null,
  ...more,
});

const options = { run: 'r1', now: 5_000, width: 80, height: 24, paint: plain };

describe('G7.6 liveLines', () => {
  it('says at the top what runs, that it is simulated, and its cost', () => {
    const [title, banner, numbers] = liveLines(view([node('cart')]), options);
    expect([title, banner]).toEqual(['Assay · a shop · run r1', SIMULATED]);
    // Two seconds in the log, three since.
    expect(numbers).toBe('running · 5.0 s · 0 done · 1 running · 3 attempts · 1,234 tokens · $0.00');
  });

  it('does not mention a simulation if there is none', () => {
    expect(liveLines(view([], { simulated: false }), options).join()).not.toContain('simulated');
  });

  it.each([
    [node('a'), /⠋ build a .* 4\.0 s {4}hums$/],
    [node('a', { state: 'blocked', startedAt: null, waitsFor: ['money'] }), /· build a .* waits for money$/],
    [
      node('a', { state: 'backing-off', retryAt: 5_400, error: { code: 'CLAIM_INVALID', message: 'no\nfit' } }),
      /↻ build a .* attempt 2 in 0\.4 s · refused: no fit$/,
    ],
    [node('a', { state: 'done', endedAt: 3_000 }), /◦ build a {27}2\.0 s {4}claims to be done$/],
    [node('a', { state: 'failed', endedAt: 3_000, error: { code: 'X', message: 'broke' } }), /✗ build a .* broke$/],
    [node('a', { state: 'asking' }), /\? build a .* asks a person$/],
  ])('shows a node on one line (%#)', (each, line) => {
    const says = new Map([[each.act, 'hums']]);
    expect(liveLines(view([each]), { ...options, width: 100, says })[4]).toMatch(line);
  });

  it('shows refusals in words, wrapped and not cut', () => {
    const text = `claim of cart refused: ${'it says much and proves little '.repeat(3)}end`;
    const moment = { seq: 1, at: 1, act: null, tone: 'bad' as const, text };
    const lines = liveLines(view([node('cart')], { timeline: [moment] }), options);
    const words = lines.slice(6).join(' ').replaceAll(/\s+/g, ' ');
    expect(words).toBe(` ✗ ${text}`);
  });

  it('never grows beyond the screen, and folds what finished first', () => {
    const nodes = Array.from({ length: 40 }, (_, n) =>
      n < 35 ? node(`t${n}`, { state: 'done', endedAt: 2_000 }) : node(`t${n}`),
    );
    const lines = liveLines(view(nodes), { ...options, height: 20, hint: 'Ctrl-C' });
    expect(lines).toHaveLength(20);
    expect(lines[4]).toBe('  … 27 done');
    for (const n of [35, 36, 37, 38, 39]) expect(lines.join('\n')).toContain(`build t${n}`);
    expect(lines.at(-1)).toBe('Ctrl-C');
  });

  it.each([1, 3, 5, 8])('also fits %d lines', (height) => {
    const nodes = Array.from({ length: 12 }, (_, n) => node(`t${n}`));
    expect(liveLines(view(nodes), { ...options, height }).length).toBeLessThanOrEqual(height);
  });

  it('cuts neither numbers nor what to press on a terminal of 40 columns', () => {
    const hint = 'Ctrl-C stops here; the run can be resumed';
    const said = liveLines(view([node('cart')]), { ...options, width: 40, hint }).join(' ');
    for (const whole of ['1 running', '1,234 tokens', '$0.00', 'the run can be resumed']) expect(said).toContain(whole);
  });

  it.each([40, 60, 100])('is never wider than %d columns, whatever the words', (width) => {
    const wide = '漢字と👩‍👩‍👧‍👦'.repeat(20);
    const each = node(wide, { state: 'failed', endedAt: 2_000, error: { code: 'X', message: wide } });
    const moment = { seq: 1, at: 1, act: null, tone: 'bad' as const, text: `${wide} ${wide}` };
    const lines = liveLines(view([each], { title: wide, timeline: [moment] }), { ...options, width });
    for (const line of lines) expect(widthOf(stripVTControlCharacters(line))).toBeLessThanOrEqual(width);
  });
});
