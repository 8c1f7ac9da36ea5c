import { estimate } from '../../formats/format.ts';
import { Cuts, limitsFor } from '../../formats/limits.ts';
import { cutPoints } from '../../formats/prefix.ts';
import { readAt } from '../../formats/source.ts';
import { parseToml, type TomlParse } from '../../formats/toml/parse.ts';
import { pruneToml } from '../../formats/toml/prune.ts';
import { decodeUtf8, wholeCharacters } from '../../formats/utf8.ts';
import type { Drawing, DrawRequest } from '../drawing.ts';
import { describeRoot } from './root.ts';

const WHOLE_TOML = 8 * 1024 * 1024;
/** With --count all of it is read; more than this no reader of TOML holds in memory. */
const COUNTED_TOML = 256 * 1024 * 1024;
const BEGINNING = 512 * 1024;

export async function drawToml({ source, from, max, count }: DrawRequest): Promise<Drawing> {
  const whole = source.size - from <= (count ? COUNTED_TOML : WHOLE_TOML);
  const bytes = await readAt(source, from, whole ? source.size - from : BEGINNING);
  const text = decodeUtf8(whole ? bytes : bytes.subarray(0, wholeCharacters(bytes)));
  const { parsed, read } = whole ? { parsed: parseToml(text, from), read: bytes.length } : parseBeginning(text, from);
  if (!parsed.ok) return { ok: false, format: 'toml', fault: parsed.fault };
  const cuts = new Cuts();
  const pruned = pruneToml(parsed.table, limitsFor(max), cuts);
  if (!pruned)
    return { ok: false, format: 'toml', fault: { byte: from, message: 'it cannot be written back as TOML' } };
  const total = (seen: number) => (whole ? { count: seen, exact: true } : estimate(seen, read, source.size - from));
  const { items, meta, ...facts } = describeRoot({ ...pruned, kind: 'object', total: total(pruned.count) });
  const collections = facts.collections.map((each) => ({ ...each, total: total(each.total).count, exact: whole }));
  return {
    ok: true,
    format: 'toml',
    text: pruned.text,
    ...facts,
    collections,
    cuts: cuts.sentences(),
    notes: whole
      ? []
      : [
          count
            ? `Totals of a TOML file beyond ${COUNTED_TOML / 1024 ** 2} MB are estimated, also with --count.`
            : 'Totals of a TOML file this large are estimated; --count reads all of it.',
        ],
    checked: whole ? 'whole' : 'beginning',
    shape: { format: 'toml', items, meta },
  };
}

function parseBeginning(text: string, from: number): { parsed: TomlParse; read: number } {
  let failed: TomlParse = {
    ok: false,
    fault: { byte: from, message: 'its beginning cannot be read apart from the rest' },
  };
  for (const end of cutPoints(text)) {
    const parsed = parseToml(text.slice(0, end), from);
    if (parsed.ok) return { parsed, read: Buffer.byteLength(text.slice(0, end)) };
    failed = parsed;
  }
  return { parsed: failed, read: 0 };
}
