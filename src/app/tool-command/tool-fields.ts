import { z } from 'zod';
import type { Tool } from '#contracts/tool.ts';

/** How a field of a tool's input is written on the command line. */
export interface ToolField {
  readonly name: string;
  /** `max-items` for `maxItems`. */
  readonly flag: string;
  readonly takes: 'text' | 'number' | 'switch' | 'list' | 'json';
  readonly choices: readonly string[] | null;
  readonly required: boolean;
  readonly fallback: unknown;
  readonly description: string;
}

const Property = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  items: z.looseObject({ type: z.string().optional() }).optional(),
  default: z.unknown().optional(),
  description: z.string().optional(),
});
const ObjectSchema = z.looseObject({
  properties: z.record(z.string(), Property).default({}),
  required: z.array(z.string()).default([]),
});

/** A tool's input for the command line, from its single schema. */
export function toolFields({ input }: Tool): ToolField[] {
  const { properties, required } = ObjectSchema.parse(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }));
  return Object.entries(properties).map(([name, property]) => ({
    name,
    flag: name.replace(/_/g, '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    takes: takesOf(property),
    choices: property.enum?.every((one) => typeof one === 'string') ? property.enum.map(String) : null,
    required: required.includes(name),
    fallback: property.default,
    description: property.description ?? '',
  }));
}

function takesOf({ type, items, enum: choices }: z.infer<typeof Property>): ToolField['takes'] {
  if (choices) return 'text';
  switch (type) {
    case 'string':
      return 'text';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'switch';
    case 'array':
      return items?.type === 'string' ? 'list' : 'json';
    default:
      return 'json';
  }
}

/** The typed values in the form of the tool's schema, which then checks them. */
export function typedValue({ takes }: ToolField, typed: unknown): unknown {
  if (typeof typed !== 'string') return typed;
  if (takes === 'number') return typed.trim() === '' || Number.isNaN(Number(typed)) ? typed : Number(typed);
  if (takes !== 'json') return typed;
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}
