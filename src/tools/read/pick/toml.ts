import { parseKeyPath, writeKeyPath } from '../../formats/key-path.ts';
import { Cuts } from '../../formats/limits.ts';
import { readAt } from '../../formats/source.ts';
import { parseToml } from '../../formats/toml/parse.ts';
import { isTable, pruneToml } from '../../formats/toml/prune.ts';
import { decodeUtf8 } from '../../formats/utf8.ts';
import { readLimits, type Slice, type SliceRequest, unfitSlice } from '../slice.ts';
import { followPath, keysAround, type Tree, widenSteps } from './tree.ts';

const LARGEST = 16 * 1024 * 1024;

/** A part of a TOML file: a table as a document of its own, any other value under its key. */
export async function pickToml(request: SliceRequest): Promise<Slice> {
  const { source, from, selector, around, maxBytes } = request;
  const path = selector.kind === 'path' ? parseKeyPath(selector.value) : undefined;
  if (!path) return unfitSlice(`A TOML file has keys, no ${selector.kind}.`, 'Ask for a path, or for lines.');
  if (!path.ok) return unfitSlice(`The path ${selector.value} is not one: ${path.problem}.`, 'Write it like a.b[3].c.');
  if (source.size - from > LARGEST) {
    return {
      ok: false,
      why: 'broken',
      fault: { byte: from, message: 'a TOML file of this size cannot be parsed in bounded memory' },
    };
  }
  const parsed = parseToml(decodeUtf8(await readAt(source, from, LARGEST)), from);
  if (!parsed.ok) return { ok: false, why: 'broken', fault: parsed.fault };
  const steps = widenSteps(path.steps, around);
  const followed = followPath<unknown>(TREE, parsed.table, steps);
  if (!followed.ok) return followed.slice;
  const last = steps.at(-1);
  const key = [...steps].reverse().find((step) => step.kind === 'key')?.key ?? 'value';
  const [value] = followed.nodes;
  let table: Record<string, unknown>;
  if (last?.kind === 'slice') table = { [key]: followed.nodes };
  else if (last?.kind === 'key' && around > 0) table = neighbours(parsed.table, steps.slice(0, -1), last.key, around);
  else table = isTable(value) ? value : { [key]: value };
  const cuts = new Cuts();
  // The pruner takes whatever a parse gives; these are parts of one.
  const pruned = pruneToml(table as Parameters<typeof pruneToml>[0], readLimits(maxBytes), cuts);
  if (!pruned)
    return { ok: false, why: 'broken', fault: { byte: from, message: 'the part cannot be written as TOML' } };
  return {
    ok: true,
    content: pruned.text,
    contentFormat: 'toml',
    what: `the value at ${writeKeyPath(path.steps)}`,
    leftOut: cuts.sentences(),
  };
}

const TREE: Tree<unknown> = {
  keys: (node) => (isTable(node) ? Object.keys(node) : undefined),
  items: (node) => (Array.isArray(node) ? node : undefined),
  get: (node, key) => (isTable(node) && Object.hasOwn(node, key) ? node[key] : undefined),
};

function neighbours(
  root: unknown,
  steps: Parameters<typeof followPath>[2],
  wanted: string,
  around: number,
): Record<string, unknown> {
  const parent = followPath(TREE, root, steps);
  const [node] = parent.ok ? parent.nodes : [];
  if (!isTable(node)) return {};
  return Object.fromEntries(keysAround(Object.keys(node), wanted, around).map((key) => [key, node[key]]));
}
