import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isProven } from '#gates/unproven.ts';
import { PROFILES } from '#project/test-runners/profiles.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/languages.md'), 'utf8');

describe('docs/languages.md', () => {
  it('has each runner once, and says of each whether it is proven', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| `'));
    const told = rows.flatMap((row) => {
      const [, names = '', , , , counts = ''] = row.split('|').map((cell) => cell.trim());
      return [...names.matchAll(/`([^`]+)`/g)].map(([, runner = '']) => [runner, counts === 'proven'] as const);
    });
    const known = [...PROFILES.keys()].map((runner) => [runner, isProven({ runner })] as const);
    const sorted = (list: typeof told) => Object.fromEntries(list.toSorted(([a], [b]) => a.localeCompare(b)));
    expect(told).toHaveLength(known.length);
    expect(sorted(told)).toEqual(sorted(known));
  });
});
