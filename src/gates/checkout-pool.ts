import type { TreeHash } from '#contracts/ids.ts';
import type { Checkout, Repository } from '#contracts/workspace.ts';

/** Checkouts for one run each: never used twice, but prepared in advance where they will be needed. */
export interface CheckoutPool {
  warm(tree: TreeHash, count: number): void;
  cool(tree: TreeHash): Promise<void>;
  use<T>(tree: TreeHash, work: (checkout: Checkout) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Of a tree of the person's: its missing dependencies are prepared first. */
  prepare<T>(tree: TreeHash, work: (checkout: Checkout) => Promise<T>): Promise<T>;
}

export function checkoutPool({ repository }: { readonly repository: Repository }): CheckoutPool {
  const ready = new Map<TreeHash, Promise<Checkout>[]>();
  const make = (tree: TreeHash, signal?: AbortSignal): Promise<Checkout> =>
    repository.checkout({ tree, ...(signal ? { signal } : {}) });
  const lend = async <T>(checkout: Checkout, work: (checkout: Checkout) => Promise<T>): Promise<T> => {
    try {
      return await work(checkout);
    } finally {
      // Removing a folder is not waited for, and a failure does not affect the measurement: the sweep finds the rest.
      checkout.close().catch(() => {});
    }
  };
  return {
    warm: (tree, count) => {
      const waiting = ready.get(tree) ?? [];
      while (waiting.length < count) {
        const made = make(tree);
        // A caller that uses it sees the failure.
        made.catch(() => {});
        waiting.push(made);
      }
      ready.set(tree, waiting);
    },
    cool: async (tree) => {
      const left = ready.get(tree) ?? [];
      ready.delete(tree);
      await Promise.all(left.map(async (made) => (await made.catch(() => null))?.close()));
    },
    use: async (tree, work, signal) => lend(await (ready.get(tree)?.shift() ?? make(tree, signal)), work),
    prepare: async (tree, work) => lend(await repository.checkout({ tree, dependencies: 'prepare' }), work),
  };
}
