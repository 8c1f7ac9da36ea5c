/** One holder per path at a time; others wait in the order they came. */
export interface PathLocks {
  hold<T>(paths: readonly string[], use: () => Promise<T>): Promise<T>;
}

export function pathLocks(): PathLocks {
  const tails = new Map<string, Promise<void>>();
  return {
    async hold(paths, use) {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      // All positions in all queues are taken at once: later callers are behind in each of them, so there is no
      // deadlock.
      const taken = [...new Set(paths)].map((path) => {
        const before = tails.get(path);
        const tail = Promise.all([before, released]).then(() => undefined);
        tails.set(path, tail);
        return { path, before, tail };
      });
      try {
        for (const { before } of taken) await before;
        return await use();
      } finally {
        release();
        for (const { path, tail } of taken) if (tails.get(path) === tail) tails.delete(path);
      }
    },
  };
}
