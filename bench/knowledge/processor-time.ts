interface Timed<T> {
  readonly result: T;
  readonly ms: number;
}

/**
 * Milliseconds of this process on a processor. On a shared machine the clock on the wall measures the others; for work that
 * waits for nothing, the two are the same.
 */
export function processorTime<T>(work: () => T): Timed<T> {
  const before = process.cpuUsage();
  const result = work();
  return { result, ms: since(before) };
}

export async function processorTimeOf<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const before = process.cpuUsage();
  const result = await work();
  return { result, ms: since(before) };
}

function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

export function p95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? 0;
}
