import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { NO_AGENT_USAGE } from '#contracts/agent.ts';
import { ActivationId, ROOT_SCOPE } from '#contracts/ids.ts';
import type { NodeView, RunView } from '#contracts/run-view.ts';
import { NO_SUM, NOTHING_SPENT } from '#contracts/usage.ts';
import { widthOf } from '../../cli/fit.ts';
import type { AgentNow } from '../../cli/live/agent-now.ts';
import { plain } from '../../cli/screen.ts';
import { type TddState, tddLines } from './tdd-lines.ts';

const node = (name: string, more: Partial<NodeView> = {}): NodeView => ({
  act: ActivationId.parse(`${name}#1`),
  node: name,
  kind: 'logic',
  byAgent: false,
  name: null,
  state: 'done',
  attempts: 1,
  startedAt: 0,
  endedAt: 2_000,
  ms: 0,
  usage: NO_SUM,
  error: null,
  waitsFor: [],
  retryAt: null,
  scope: ROOT_SCOPE,
  by: null,
  ...more,
});
const agent = (name: string, more: Partial<NodeView> = {}): NodeView =>
  node(name, { kind: 'agent', byAgent: true, state: 'running', startedAt: 2_000, endedAt: null, ...more });

const view = (nodes: readonly NodeView[], more: Partial<RunView> = {}): RunView => ({
  ...{ status: 'running', title: 'tdd stack', simulated: true, startedAt: 0, at: 5_000, endedAt: null },
  ...{ timeline: [], questions: [], notes: [], output: null, error: null, why: null, pausedBy: null },
  nodes,
  spent: { ...NOTHING_SPENT, tokens: 1_234, usd: 0.04, seconds: 5, attempts: 3 },
  ...more,
});

const doing = (words: string, ...before: string[]): AgentNow => ({
  ...{ doing: words, before },
  usage: { ...NO_AGENT_USAGE, input: 900, output: 100, usd: 0.02, turns: 3 },
});

const BLIND: readonly NodeView[] = [
  node('begin'),
  node('witness', { kind: 'observer' }),
  agent('tests'),
  agent('impl'),
];
const state = (nodes: readonly NodeView[] = BLIND, more: Partial<TddState> = {}): TddState => ({
  view: view(nodes),
  verdicts: new Map([[ActivationId.parse('begin#1'), { tone: 'good', text: 'main is green' } as const]]),
  agents: new Map([
    [ActivationId.parse('tests#1'), doing('write test/stack.test.ts', 'read src/stack.ts')],
    [ActivationId.parse('impl#1'), doing('edit src/stack.ts')],
  ]),
  says: new Map(),
  asks: [],
  ...more,
});
const look = { run: 'r1', now: 8_000, width: 100, height: 30, paint: plain, hint: 'Ctrl-C stops' };

describe('H3 the picture of hybrid TDD', () => {
  it('has both blind agents side by side: what each does, its turns, tokens and cost', () => {
    const lines = tddLines(state(), look);
    const at = lines.findIndex((line) => line.startsWith('┌'));
    expect(lines[at]).toMatch(
      /^┌ Write tests, blind to the code ─+ 6\.0 s ─┐ ┌ Write code, blind to the tests ─+ 6\.0 s ─┐$/,
    );
    expect(lines[at + 1]).toMatch(/^│ ⠋ write test\/stack\.test\.ts +│ │ ⠋ edit src\/stack\.ts +│$/);
    expect(lines[at + 2]).toMatch(/^│ {3}read src\/stack\.ts +│ │ +│$/);
    expect(lines[at + 4]).toMatch(/^│ 3 turns · 1,000 tokens · \$0\.02 +│ │ 3 turns · 1,000 tokens · \$0\.02 +│$/);
  });

  it('has the done steps above them, with time and verdict, and no line for observers', () => {
    const lines = tddLines(state(), look);
    const done = lines.findIndex((line) => /✓ Read the spec, measure main +2\.0 s +main is green$/.test(line));
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(lines.findIndex((line) => line.startsWith('┌')));
    expect(lines[done - 1]).toBe('Spec');
    expect(lines.join('\n')).not.toMatch(/witness/i);
  });

  it('has the total below them', () => {
    expect(tddLines(state(), look).slice(-2)).toEqual([
      'running · 8.0 s · 3 attempts · 1,234 tokens · total $0.04',
      'Ctrl-C stops',
    ]);
  });

  it('shows them one above the other on a narrow screen', () => {
    const lines = tddLines(state(), { ...look, width: 99 });
    expect(lines.filter((line) => line.startsWith('┌'))).toHaveLength(2);
    expect(lines.every((line) => !line.includes('┐ ┌'))).toBe(true);
  });

  it('shows a refusal next to the refused agent', () => {
    const tests = agent('tests', { state: 'done', endedAt: 4_000 });
    const verdicts = new Map([[tests.act, { tone: 'bad', text: 'refused: grows passes' } as const]]);
    const text = tddLines(state([tests, agent('impl')], { verdicts }), look).join('\n');
    expect(text).toMatch(/✗ Write tests, blind to the code .*refused: grows passes · 3 turns/);
    expect(text).toContain('│ ◦ refused: grows passes');
  });

  it('ends with the working times, one agent per line', () => {
    const nodes = [
      node('begin'),
      agent('tests', { state: 'done', startedAt: 2_000, endedAt: 6_000 }),
      agent('impl', { state: 'done', startedAt: 2_000, endedAt: 8_000 }),
    ];
    const lines = tddLines(state(nodes), { ...look, ended: true, height: 1_000 });
    expect(lines.some((line) => line.startsWith('┌'))).toBe(false);
    const lane = (name: string) => lines.find((line) => new RegExp(`^ {2}${name} .*█`).test(line)) ?? '';
    const [tests, impl] = [lane('Write tests, blind to the code'), lane('Write code, blind to the tests')];
    expect(tests.indexOf('█')).toBe(impl.indexOf('█'));
    expect(tests.lastIndexOf('█')).toBeLessThan(impl.lastIndexOf('█'));
    expect(lines.join('\n')).toContain('agents worked 10 s in 6.0 s: 4.0 s of it at once');
    expect(lines.at(-1)).toMatch(/^stopped · .* · total \$0\.04$/);
  });

  it.each([4, 8, 12, 20])('fits %d lines, and keeps the newest', (height) => {
    const many = [...Array.from({ length: 40 }, (_, k) => node(`n${k}`)), agent('tests'), agent('impl')];
    const lines = tddLines(state(many), { ...look, height });
    expect(lines.length).toBeLessThanOrEqual(height);
    if (height === 20) {
      expect(lines.join('\n')).toContain('n39');
      expect(lines.join('\n')).toMatch(/… \d+ before/);
      expect(lines.at(-1)).toBe('Ctrl-C stops');
    }
  });

  it.each([30, 60, 99, 100, 180])('is never wider than %d columns, whatever the words', (width) => {
    const wide = '漢字と👩‍👩‍👧‍👦'.repeat(30);
    const agents = new Map([[ActivationId.parse('tests#1'), doing(wide, wide)]]);
    const long = agent('typesFix', { state: 'done', startedAt: 0, endedAt: 155_000 });
    const nodes = [
      node(wide),
      long,
      agent('types', { startedAt: -200_000, error: { code: 'X', message: wide } }),
      agent('tests'),
      agent('impl'),
    ];
    const verdicts = new Map([[long.act, { tone: 'plain', text: wide } as const]]);
    const says = new Map([[ActivationId.parse('types#1'), wide]]);
    const shown = { ...state(nodes, { agents, verdicts, says }), view: view(nodes, { title: wide }) };
    for (const line of tddLines(shown, { ...look, width, height: 60 }))
      expect(widthOf(stripVTControlCharacters(line)), line).toBeLessThanOrEqual(width);
  });
});
