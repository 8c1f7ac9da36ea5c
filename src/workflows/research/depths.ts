import { z } from 'zod';

export const Depth = z.enum(['quick', 'standard', 'deep']);
export type Depth = z.infer<typeof Depth>;

/** How far a question is followed. */
export const DEPTHS: Readonly<
  Record<
    Depth,
    {
      readonly queries: number;
      readonly passages: number;
      readonly repairs: number;
      readonly tokens: number;
      readonly web: boolean;
    }
  >
> = {
  quick: { queries: 3, passages: 10, repairs: 0, tokens: 4_000, web: false },
  standard: { queries: 8, passages: 20, repairs: 2, tokens: 12_000, web: true },
  deep: { queries: 15, passages: 30, repairs: 3, tokens: 24_000, web: true },
};
