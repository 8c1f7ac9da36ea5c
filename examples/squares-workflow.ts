import { drive, reportDrive } from '#app/cli/drive.ts';
import { withRuns } from '#app/open-runs.ts';
import { plainGraph, type Workflow } from '#app/workflow.ts';
import { driverDeps } from '#engine/drive/driver-deps.ts';
import { startRun } from '#engine/drive/runs.ts';
import { graphRegistry } from '#engine/graph/registry.ts';
import type { Runs } from '#engine/runs.ts';
import { squares } from './squares.ts';

const graph = plainGraph(squares);

const runtimeOf = (runs: Runs) => {
  const graphs = graphRegistry([graph]);
  return { deps: driverDeps(runs, graphs), graphs, close: async () => {} };
};

export const squaresWorkflow: Workflow = {
  name: 'squares',
  graph: async () => graph,
  runtime: async (runs) => runtimeOf(runs),
  chapters: [{ title: 'Numbers', steps: { square: 'Square a number' } }],
  define(program, cli) {
    program
      .command('squares')
      .description('adds up the squares of numbers')
      .argument('<numbers...>')
      .action(async (numbers: string[]) => {
        const code = await withRuns(cli.env, async (runs) => {
          const driven = await drive(cli.screen, runs, { json: false }, (listener) =>
            startRun(runtimeOf(runs).deps, graph, { input: numbers.map(Number), title: 'squares', listener }),
          );
          return reportDrive(cli.screen, driven, false);
        });
        cli.exit(code);
      });
  },
};
