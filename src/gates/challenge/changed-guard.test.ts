import { describe, expect, it } from 'vitest';
import { wasGuarded } from './changed-guard.ts';

const BEFORE =
  "function fresh(req) {\n  // only these\n  if ('GET' !== method && 'HEAD' !== method) return false;\n  return true;\n}\n";
const changed = "if ('GET' !== method && 'HEAD' !== method && 'QUERY' !== method) return false;";

describe('G3.3 a check that main had', () => {
  it('is recognised if the change only rewords it', () => {
    const after = BEFORE.replace("if ('GET' !== method && 'HEAD' !== method) return false;", changed);
    expect(wasGuarded(changed, BEFORE, after)).toBe(true);
  });

  it('is not a check that the change adds next to it, nor one unrelated to the removed check', () => {
    const added = "if (price > 1_000_000) throw new RangeError('too dear');";
    expect(wasGuarded(added, BEFORE, BEFORE.replace('  return true', `  ${added}\n  return true`))).toBe(false);
    expect(wasGuarded(added, BEFORE, BEFORE.replace(/ {2}if .*\n/, `  ${added}\n`))).toBe(false);
  });
});
