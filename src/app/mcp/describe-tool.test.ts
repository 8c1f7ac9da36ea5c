import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeTool, type ToolHead } from './describe-tool.ts';

const tool: ToolHead = {
  name: 'submit_work',
  title: 'Submit work',
  description: 'Hands the work in.',
  input: z.object({ message: z.string().describe('What was done.'), tries: z.number().default(1) }),
  output: z.object({ verdict: z.string() }),
  annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
};

const accepts = (head: ToolHead, value: unknown) => {
  // Through JSON, as a client gets it.
  const { outputSchema } = JSON.parse(JSON.stringify(describeTool(head)));
  return new AjvJsonSchemaValidator().getValidator(outputSchema)(value).valid;
};

describe('describeTool', () => {
  it('shows the input as JSON Schema, defaults optional', () => {
    const { inputSchema } = describeTool(tool);
    expect(inputSchema).toMatchObject({
      type: 'object',
      properties: { message: { type: 'string', description: 'What was done.' }, tries: { default: 1 } },
      required: ['message'],
    });
  });

  it('sets all four hints, false ones too, and asks to be loaded', () => {
    const { annotations, _meta } = describeTool(tool);
    expect(annotations).toEqual({
      title: 'Submit work',
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
    expect(_meta).toEqual({ 'anthropic/alwaysLoad': true });
  });

  it('has an output schema that takes results, errors and running, and nothing else', () => {
    expect(describeTool(tool).outputSchema?.type).toBe('object');
    expect(accepts(tool, { verdict: 'accepted' })).toBe(true);
    expect(accepts(tool, { code: 'RUN_UNKNOWN', message: 'No run.' })).toBe(true);
    expect(accepts(tool, { status: 'running', ticket: 't', next: 'wait' })).toBe(true);
    expect(accepts(tool, { verdict: 1 })).toBe(false);
  });

  it('leaves running out for a tool that may not be long', () => {
    expect(accepts({ ...tool, overrun: 'stop' }, { status: 'running', ticket: 't', next: 'wait' })).toBe(false);
  });

  it('keeps references inside a schema that refers to itself', () => {
    const Branch = z.object({
      name: z.string(),
      get parts() {
        return z.array(Branch);
      },
    });
    const tree = { ...tool, output: z.object({ root: Branch }) };
    expect(accepts(tree, { root: { name: 'a', parts: [{ name: 'b', parts: [] }] } })).toBe(true);
    expect(accepts(tree, { root: { name: 'a', parts: [{ name: 1, parts: [] }] } })).toBe(false);
  });

  it('refuses a schema JSON cannot carry, and names the tool', () => {
    expect(() => describeTool({ ...tool, output: z.object({ at: z.date() }) })).toThrow(
      /output schema of tool submit_work/,
    );
  });
});
