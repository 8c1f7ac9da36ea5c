import { z } from 'zod';

/** An assertion as far as it is plain: what it was given and what it wants, as text. */
const Asked = z.object({ how: z.string(), given: z.string(), wanted: z.array(z.string()) });
export type Asked = z.infer<typeof Asked>;

const Told = z.array(
  z.object({ test: z.string(), values: z.array(z.string()), asked: z.array(Asked).optional().default([]) }),
);
export type Told = z.infer<typeof Told>;

const Called = z.object({
  name: z.string(),
  module: z.string(),
  parameters: z.number(),
  calls: z.array(z.object({ args: z.array(z.json()), outcome: z.string() })),
});
export type Called = z.infer<typeof Called>;

const Probe = z.object({ name: z.string(), module: z.string(), args: z.array(z.json()), outcome: z.string() });
export type Probe = z.infer<typeof Probe>;

/** What a replay said about itself. Code under test can print too: what does not read is not taken. */
export interface Heard {
  readonly told: Told;
  readonly env: Readonly<Record<string, string>>;
  readonly calls: readonly Called[];
  readonly probes: readonly Probe[];
  readonly failed: string | null;
}

const Line = z.object({
  told: Told.optional(),
  env: z.record(z.string(), z.string()).optional(),
  calls: z.array(Called).optional(),
  probe: Probe.optional(),
  failed: z.string().optional(),
  unloaded: z.string().optional(),
});

export function hear(text: string): Heard | null {
  const lines = [...text.matchAll(/@@replay (\{.*\})/g)].flatMap(([, json = '']) => {
    try {
      return [Line.parse(JSON.parse(json))];
    } catch {
      return [];
    }
  });
  if (lines.length === 0) return null;
  return {
    told: lines.find(({ told }) => told)?.told ?? [],
    env: lines.find(({ env }) => env)?.env ?? {},
    calls: lines.find(({ calls }) => calls)?.calls ?? [],
    probes: lines.flatMap(({ probe }) => (probe ? [probe] : [])),
    failed: lines.flatMap(({ failed, unloaded }) => failed ?? unloaded ?? [])[0] ?? null,
  };
}
