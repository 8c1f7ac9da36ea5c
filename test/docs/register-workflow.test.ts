import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { screenOn } from '#app/cli/screen.ts';
import { openRuns } from '#app/open-runs.ts';
import { runtimeFor } from '#app/runtime.ts';
import { drawGraph } from '#app/server/draw-graph.ts';
import { knownGraphs } from '#app/server/graphs.ts';
import { plainGraph } from '#app/workflow.ts';
import { WORKFLOWS } from '#app/workflows.ts';
import type { AttemptRunner } from '#contracts/agent.ts';
import { HYBRID_TDD } from '#contracts/workflow-names.ts';
import { driverDeps } from '#engine/drive/driver-deps.ts';
import { resumeRun, startRun } from '#engine/drive/runs.ts';
import { graphRegistry } from '#engine/graph/registry.ts';
import type { Runs } from '#engine/runs.ts';
import { squares } from '../../examples/squares.ts';
import { squaresWorkflow } from '../../examples/squares-workflow.ts';

const SRC = join(import.meta.dirname, '../../src');
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((path) => /(?<!\.test)\.ts$/.test(path));
const textOf = (path: string): string => readFileSync(join(SRC, path), 'utf8');

const noAgents: AttemptRunner = () => {
  throw new Error('it has no agents');
};

/** The workflow that docs/workflows.md tells a reader to write. */
const mine = squaresWorkflow;

describe('X7.17 a workflow describes itself', () => {
  const home = mkdtempSync(join(tmpdir(), 'assay-workflows-'));
  let runs: Runs;
  beforeAll(async () => {
    runs = await openRuns({ ASSAY_HOME: home });
  });
  afterAll(async () => {
    await runs.close();
    rmSync(home, { recursive: true, force: true });
  });

  it('a new one is driven, drawn and told by its own description alone', async () => {
    const among = [mine];
    const graph = await knownGraphs(runs, {}, among).get('squares');
    const begun = await startRun({ ...driverDeps(runs, graphRegistry([]), noAgents) }, plainGraph(squares), {
      input: [1, 2, 3],
      title: 'squares',
    });
    await begun.stop();
    await begun.done.catch(() => undefined);
    const runtime = await runtimeFor(runs, begun.run, {}, among);
    const result = await (await resumeRun(runtime.deps, runtime.graphs, begun.run)).done;
    expect(result).toMatchObject({ status: 'completed', output: 14 });
    const drawn = drawGraph(squares.ref, graph, [], among);
    expect(drawn).toMatchObject({ source: 'graph', chapters: mine.chapters });
  });

  it('its own command starts a run and drives it to the end', async () => {
    const said: string[] = [];
    const screen = {
      ...screenOn(process),
      ...{ out: (line: string) => void said.push(line), err: (line: string) => void said.push(line) },
    };
    let code: number | undefined;
    const exit = (ended: number): void => {
      code = ended;
    };
    const program = new Command();
    mine.define?.(program, { screen, env: { ASSAY_HOME: home }, version: '0', exit });
    await program.parseAsync(['squares', '3', '4'], { from: 'user' });
    expect(said.join('\n')).toMatch(/run \S+ completed/);
    expect(code).toBe(0);
  });

  it('each that there is has a graph of its name, and chapters that report nodes of it', async () => {
    for (const { name, graph, chapters = [] } of WORKFLOWS) {
      const drawn = await graph(runs, process.env);
      expect(drawn?.ref.name).toBe(name);
      const told = chapters.flatMap(({ steps }) => Object.keys(steps));
      expect([name, told.filter((node) => !(node in (drawn?.shape.nodes ?? {})))]).toEqual([name, []]);
    }
  });

  it('hybrid TDD is imported by its own folders and two lists', () => {
    const imports = new RegExp(`(?:from|import\\()\\s*'[^']*/${HYBRID_TDD}/[^']*'`);
    const naming = sources.filter((path) => !/^(app|workflows)\/hybrid-tdd\//.test(path) && imports.test(textOf(path)));
    expect(naming.sort()).toEqual(['app/workflows.ts', 'workflows/histories.ts']);
  });

  it('no code decides by the name of one, except how a page reads its log', () => {
    const asks = /[!=]== (HYBRID_TDD|RESEARCH)\b|\b(HYBRID_TDD|RESEARCH) [!=]==|\[(HYBRID_TDD|RESEARCH)\]/;
    const asking = sources.filter((path) => !/^app\/(hybrid-tdd|research)\//.test(path) && asks.test(textOf(path)));
    expect(asking.sort()).toEqual(['contracts/stories/verdicts.ts', 'workflows/histories.ts']);
  });
});
