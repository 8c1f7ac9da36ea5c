import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '#contracts/tool.ts';
import { toolFields, typedValue } from './tool-fields.ts';

const tool = defineTool({
  name: 'sample',
  title: 'Sample',
  description: 'For the test.',
  input: z.strictObject({
    file: z.string().describe('the file'),
    maxItems: z.number().int().default(5),
    count: z.boolean().optional(),
    format: z.enum(['json', 'table']).optional(),
    names: z.array(z.string()).optional(),
    range: z.object({ from: z.number() }).optional(),
  }),
  output: z.object({}),
  annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  examples: [],
  errors: {},
  run: async () => ({ ok: true, output: {} }),
});

describe('a tool on the command line', () => {
  it('has a flag of the right type for each field of its schema', () => {
    const fields = toolFields(tool);
    expect(fields.map(({ flag, takes, required }) => [flag, takes, required])).toEqual([
      ['file', 'text', true],
      ['max-items', 'number', false],
      ['count', 'switch', false],
      ['format', 'text', false],
      ['names', 'list', false],
      ['range', 'json', false],
    ]);
    expect(fields[0]?.description).toBe('the file');
    expect(fields[1]?.fallback).toBe(5);
    expect(fields[3]?.choices).toEqual(['json', 'table']);
  });

  it('converts typed text to values, and leaves the rest to the schema', () => {
    const [file, max, , , , range] = toolFields(tool);
    if (!file || !max || !range) throw new Error('fields are missing');
    expect(typedValue(max, '7')).toBe(7);
    expect(typedValue(max, 'seven')).toBe('seven');
    expect(typedValue(file, '7')).toBe('7');
    expect(typedValue(range, '{"from": 2}')).toEqual({ from: 2 });
    expect(typedValue(range, '{')).toBe('{');
  });
});
