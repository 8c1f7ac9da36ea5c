/** The circles in a graph of imports, one for each group of files that reach each other, as a chain back to its start. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>();
  const cycles: string[][] = [];
  for (const start of graph.keys()) {
    if (done.has(start)) continue;
    const chain = shortestWayBack(graph, start);
    if (chain === undefined) {
      done.add(start);
      continue;
    }
    cycles.push(chain);
    for (const member of groupOf(graph, start)) done.add(member);
  }
  return cycles;
}

/** Breadth first, so that the reader gets the shortest explanation. */
function shortestWayBack(graph: ReadonlyMap<string, readonly string[]>, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const file of queue) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) return [...wayTo(file, cameFrom), start];
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      queue.push(next);
    }
  }
  return undefined;
}

function wayTo(file: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [file];
  for (let at = cameFrom.get(file); at !== undefined; at = cameFrom.get(at)) way.unshift(at);
  return way;
}

/** The files that `start` reaches and that reach it. */
function groupOf(graph: ReadonlyMap<string, readonly string[]>, start: string): string[] {
  const backwards = new Map<string, string[]>();
  for (const [file, targets] of graph) {
    for (const target of targets) backwards.set(target, [...(backwards.get(target) ?? []), file]);
  }
  const before = reach(backwards, start);
  return [...reach(graph, start)].filter((file) => before.has(file));
}

function reach(graph: ReadonlyMap<string, readonly string[]>, start: string): Set<string> {
  const seen = new Set([start]);
  for (const file of seen) for (const next of graph.get(file) ?? []) seen.add(next);
  return seen;
}
