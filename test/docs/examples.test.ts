import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rig } from '#engine/testing/rig.ts';
import { squares } from '../../examples/squares.ts';

const text = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('X7.20 the workflow in the docs', () => {
  it('runs', async () => {
    expect((await rig([squares]).run(squares, [1, 2, 3])).result).toEqual({ status: 'completed', output: 14 });
  });

  it('is shown as its files have it', () => {
    const shown = [...text('docs/workflows.md').matchAll(/<!-- example: (\S+) -->\n```ts\n([\s\S]*?)```/g)];
    expect(shown.map(([, path]) => path)).toEqual(['examples/squares.ts', 'examples/squares-workflow.ts']);
    for (const [, path = '', code] of shown) expect(code).toBe(text(path));
  });
});
