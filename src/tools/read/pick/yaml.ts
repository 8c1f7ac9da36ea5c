import { type Alias, isAlias, isMap, isNode, isScalar, isSeq, type Node, type Pair, YAMLMap, YAMLSeq } from 'yaml';
import { type PathStep, parseKeyPath, writeKeyPath } from '../../formats/key-path.ts';
import { Cuts } from '../../formats/limits.ts';
import { readAt } from '../../formats/source.ts';
import { decodeUtf8 } from '../../formats/utf8.ts';
import { parseYaml, type YamlDocument } from '../../formats/yaml/parse.ts';
import { pruneYaml } from '../../formats/yaml/prune.ts';
import { readLimits, type Slice, type SliceRequest, unfitSlice } from '../slice.ts';
import { followPath, keysAround, type Tree, widenSteps } from './tree.ts';

/** The parser holds the whole text, many times over. */
const LARGEST = 4 * 1024 * 1024;

/** A part of a YAML file, as a document of its own. */
export async function pickYaml(request: SliceRequest): Promise<Slice> {
  const { source, from, selector, around, maxBytes } = request;
  const path = selector.kind === 'path' ? parseKeyPath(selector.value) : undefined;
  if (!path) return unfitSlice(`A YAML file has keys, no ${selector.kind}.`, 'Ask for a path, or for lines.');
  if (!path.ok) return unfitSlice(`The path ${selector.value} is not one: ${path.problem}.`, 'Write it like a.b[3].c.');
  if (source.size - from > LARGEST) {
    return {
      ok: false,
      why: 'broken',
      fault: { byte: from, message: 'a YAML file of this size cannot be parsed in bounded memory' },
    };
  }
  const text = decodeUtf8(await readAt(source, from, LARGEST));
  const parsed = parseYaml(text, from);
  if (!parsed.ok) return { ok: false, why: 'broken', fault: parsed.fault };
  const chosen = chooseDocument(parsed.documents, path.steps);
  if (!chosen)
    return { ok: false, why: 'missing', message: `The file has ${parsed.documents.length} documents.`, nearest: [] };
  return take(chosen.document, chosen.steps, {
    around,
    maxBytes,
    text,
    what: `the value at ${writeKeyPath(path.steps)}`,
  });
}

/** Of several documents the first step chooses one. */
function chooseDocument(documents: readonly YamlDocument[], steps: readonly PathStep[]) {
  const [first] = steps;
  if (documents.length <= 1 || first?.kind !== 'index') return documents[0] && { document: documents[0], steps };
  const document = documents[first.index];
  return document && { document, steps: steps.slice(1) };
}

interface Taking {
  readonly around: number;
  readonly maxBytes: number;
  readonly text: string;
  readonly what: string;
}

function take(document: YamlDocument, steps: readonly PathStep[], { around, maxBytes, text, what }: Taking): Slice {
  const tree = treeOf(document);
  const widened = widenSteps(steps, around);
  const followed = followPath(tree, document.contents ?? undefined, widened);
  if (!followed.ok) return followed.slice;
  const last = widened.at(-1);
  const node =
    last?.kind === 'slice'
      ? sequenceOf(followed.nodes)
      : last?.kind === 'key' && around > 0
        ? neighbours(tree, document, widened, around)
        : followed.nodes[0];
  const lines = linesOf(text, followed.nodes);
  // The document is ours alone: it becomes the one of the part.
  Object.assign(document, { contents: node ?? null, commentBefore: null, comment: null });
  const cuts = new Cuts();
  const pruned = pruneYaml(document, readLimits(maxBytes), cuts);
  if (!pruned)
    return {
      ok: false,
      why: 'broken',
      fault: { byte: 0, message: 'the part refers to another part of the file by an alias' },
    };
  return {
    ok: true,
    content: pruned.text,
    contentFormat: 'yaml',
    what,
    ...(lines ? { lines } : {}),
    leftOut: cuts.sentences(),
  };
}

type Place = Node | undefined;

const treeOf = (document: YamlDocument): Tree<Place> => {
  const real = (node: Place): Place => (isAlias(node) ? (node as Alias).resolve(document) : node);
  return {
    keys: (node) => {
      const map = real(node);
      return isMap(map) ? map.items.map(keyOf) : undefined;
    },
    items: (node) => {
      const seq = real(node);
      return isSeq(seq) ? seq.items.map((item) => (isNode(item) ? item : undefined)) : undefined;
    },
    get: (node, key) => {
      const map = real(node);
      const value = isMap(map) ? map.items.find((pair) => keyOf(pair) === key)?.value : undefined;
      return isNode(value) ? value : undefined;
    },
  };
};

const keyOf = ({ key }: Pair): string => (isScalar(key) ? String(key.value) : String(key));

function sequenceOf(nodes: readonly Place[]): YAMLSeq {
  const sequence = new YAMLSeq();
  sequence.items = [...nodes];
  return sequence;
}

function neighbours(tree: Tree<Place>, document: YamlDocument, steps: readonly PathStep[], around: number): YAMLMap {
  const parent = followPath(tree, document.contents ?? undefined, steps.slice(0, -1));
  const map = new YAMLMap();
  const [node] = parent.ok ? parent.nodes : [];
  const last = steps.at(-1);
  if (!isMap(node) || last?.kind !== 'key') return map;
  const wanted = new Set(keysAround(node.items.map(keyOf), last.key, around));
  map.items = node.items.filter((pair) => wanted.has(keyOf(pair)));
  return map;
}

function linesOf(text: string, nodes: readonly Place[]): { first: number; last: number } | undefined {
  const [start, end] = [nodes[0]?.range?.[0], nodes.at(-1)?.range?.[1]];
  if (start === undefined || end === undefined) return undefined;
  const line = (at: number) => text.slice(0, at).split('\n').length;
  return { first: line(start), last: line(Math.max(start, end - 1)) };
}
