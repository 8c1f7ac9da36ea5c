import { z } from 'zod';
import { quote } from '#code/shell-quote.ts';
import { Json } from '#contracts/json.ts';
import type { Action } from '#contracts/permission.ts';
import { fromTop } from '../program/from-top.ts';

/** A tool call as its agent describes it. */
export interface CallFacts {
  readonly kind?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly rawInput?: unknown;
  readonly locations?: readonly { readonly path: string }[] | null | undefined;
}

/**
 * What a call would do. The kind is the agent program's own label, so a call that names a command counts as one
 * whatever its label, and one that names nothing may do anything.
 */
export function acpActionOf(call: CallFacts, folder: string): Action {
  const input = Input.safeParse(call.rawInput).data ?? {};
  const line = lineOf(input) ?? (call.kind === 'execute' ? call.title : undefined);
  // An empty line runs nothing, but does not say what will be run either.
  if (line?.trim()) return { type: 'command', line, cwd: input.cwd ?? folder };
  const named = [...(call.locations ?? []).map(({ path }) => path), ...NAMES.flatMap((key) => input[key] ?? [])];
  const paths = [...new Set(named.map((path) => fromTop(folder, path)))];
  switch (call.kind) {
    case 'read':
    case 'search':
      return { type: 'read', paths: paths.length === 0 ? ['.'] : paths };
    case 'edit':
    case 'delete':
    case 'move':
      return { type: 'write', paths: paths.length === 0 ? ['.'] : paths };
    case 'fetch':
      return { type: 'fetch', url: input.url ?? call.title ?? '' };
    default:
      return { type: 'tool', input: asJson(call.rawInput), readOnly: call.kind === 'think' };
  }
}

const NAMES = ['path', 'file_path', 'filePath', 'abs_path', 'absolute_path', 'notebook_path'] as const;
const text = z.string().optional().catch(undefined);
const Input = z.looseObject({
  command: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .catch(undefined),
  args: z.array(z.string()).optional().catch(undefined),
  cwd: text,
  url: text,
  path: text,
  file_path: text,
  filePath: text,
  abs_path: text,
  absolute_path: text,
  notebook_path: text,
});

/**
 * Words that are run as they are need quotes in a line. A single one is parsed as a line: for `git push` that is the
 * stricter reading.
 */
function lineOf({ command, args = [] }: z.output<typeof Input>): string | undefined {
  if (command === undefined) return undefined;
  const [first, ...rest] = Array.isArray(command) ? [...command, ...args] : [command, ...args];
  if (rest.length === 0) return first ?? '';
  return Array.isArray(command) ? quote([first ?? '', ...rest]) : `${first} ${quote(rest)}`;
}

export const asJson = (value: unknown): Json => Json.safeParse(value ?? {}).data ?? {};
