import { z } from 'zod';
import type { Example } from '#app/examples.ts';
import type { Graph } from '#engine/graph/graph.ts';
import { firstRun } from './graph.ts';
import { scenario } from './scenario.ts';

/** What `assay demo` runs. */
const example: Example = {
  title: 'a small shop',
  // The registry forgets what a graph takes; its input schema checks it at run time.
  graph: firstRun as Graph,
  scenario,
  // The native backend's own are enough.
  tools: [],
  input: (folder, ask) => ({ folder, ask }),
  folderOf: (input) => z.object({ folder: z.string() }).parse(input).folder,
};

export default example;
