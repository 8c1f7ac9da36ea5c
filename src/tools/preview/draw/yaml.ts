import { estimate, type Total } from '../../formats/format.ts';
import { Cuts, limitsFor } from '../../formats/limits.ts';
import { cutPoints } from '../../formats/prefix.ts';
import { readAt } from '../../formats/source.ts';
import { decodeUtf8, wholeCharacters } from '../../formats/utf8.ts';
import { countTopLevel } from '../../formats/yaml/count.ts';
import { parseYaml, type YamlDocument } from '../../formats/yaml/parse.ts';
import { type PrunedYaml, pruneYaml } from '../../formats/yaml/prune.ts';
import type { Collection, Drawing, DrawRequest } from '../drawing.ts';
import { describeRoot } from './root.ts';

/** The parser needs some fifty times the text's memory; larger files are shown from their beginning. */
const WHOLE_YAML = 512 * 1024;
const BEGINNING = 64 * 1024;

export async function drawYaml(request: DrawRequest): Promise<Drawing> {
  const { source, from } = request;
  const whole = source.size - from <= WHOLE_YAML;
  const bytes = await readAt(source, from, whole ? WHOLE_YAML : BEGINNING);
  const text = decodeUtf8(whole ? bytes : bytes.subarray(0, wholeCharacters(bytes)));
  const parsed = whole ? parseWhole(text, from) : parseBeginning(text, from);
  if (!parsed.ok) return { ok: false, format: 'yaml', fault: parsed.fault };
  const cuts = new Cuts();
  const shown = parsed.documents
    .slice(0, request.max)
    .map((document) => pruneYaml(document, limitsFor(request.max), cuts));
  if (shown.length < parsed.documents.length) cuts.add('collections');
  const pruned = shown.filter((document) => document !== undefined);
  if (pruned.length < shown.length) {
    return {
      ok: false,
      format: 'yaml',
      fault: { byte: from, message: 'it cannot be cut: a part refers to another that would be left out' },
    };
  }
  return drawing(request, { pruned, documents: parsed.documents.length, cuts, usedBytes: parsed.bytes, whole });
}

interface Parsed {
  readonly ok: true;
  readonly documents: readonly YamlDocument[];
  readonly bytes: number;
}

function parseWhole(text: string, from: number) {
  const parsed = parseYaml(text, from);
  return parsed.ok ? { ...parsed, bytes: Buffer.byteLength(text) } : parsed;
}

/** The beginning of a large file, cut where it parses; its last element may be incomplete and is not shown. */
function parseBeginning(text: string, from: number): Parsed | Extract<ReturnType<typeof parseYaml>, { ok: false }> {
  let first: Extract<ReturnType<typeof parseYaml>, { ok: false }> | undefined;
  for (const end of cutPoints(text)) {
    const parsed = parseYaml(text.slice(0, end), from);
    if (parsed.ok && parsed.documents.some(({ contents }) => contents !== null)) {
      return { ...parsed, bytes: Buffer.byteLength(text.slice(0, end)) };
    }
    if (!parsed.ok) first ??= parsed;
  }
  return first ?? { ok: false, fault: { byte: from, message: 'its beginning cannot be read apart from the rest' } };
}

interface Shown {
  readonly pruned: readonly PrunedYaml[];
  readonly documents: number;
  readonly cuts: Cuts;
  readonly usedBytes: number;
  readonly whole: boolean;
}

async function drawing(request: DrawRequest, { pruned, documents, cuts, usedBytes, whole }: Shown): Promise<Drawing> {
  const { source, from, count, signal } = request;
  const counted = count && !whole ? await countTopLevel(source, from, signal) : undefined;
  const scale = (seen: number, exact: number | undefined): Total =>
    whole
      ? { count: seen, exact: true }
      : exact === undefined
        ? estimate(seen, usedBytes, source.size - from)
        : { count: exact, exact: true };
  const common = { ok: true, format: 'yaml', cuts: cuts.sentences(), checked: whole ? 'whole' : 'beginning' } as const;
  const [only] = pruned;
  if (documents !== 1 || !only) {
    const total = scale(documents, counted?.documents);
    const collections = [{ path: 'documents', shown: pruned.length, total: total.count, exact: total.exact }];
    const text = pruned.map((document) => separate(document.text)).join('');
    return { ...common, text, structure: 'documents', metadata: [], collections, notes: [], shape: { format: 'yaml' } };
  }
  const top = only.kind === 'array' ? counted?.items : counted?.keys;
  const { items, meta, ...facts } = describeRoot({ ...only, total: scale(only.count, top) });
  // Elements of a member that may continue after the part that was read.
  const collections = whole
    ? facts.collections
    : facts.collections.map((each) => unsure(each, usedBytes, source.size - from));
  return { ...common, text: only.text, ...facts, collections, notes: [], shape: { format: 'yaml', items, meta } };
}

const separate = (text: string): string => (text.startsWith('---') || text.startsWith('%') ? text : `---\n${text}`);

function unsure(collection: Collection, read: number, all: number): Collection {
  if (collection.path === '.') return collection;
  return { ...collection, total: estimate(collection.total, read, all).count, exact: false };
}
