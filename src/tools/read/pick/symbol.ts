import { findSymbols, type SourceSymbol } from '#code/symbols/find-symbols.ts';
import { grammarOf, grammarOfScript } from '#code/symbols/languages.ts';
import { nearestNames } from '#host/nearest-names.ts';
import { readAt } from '../../formats/source.ts';
import { decodeUtf8 } from '../../formats/utf8.ts';
import { missingSlice, type Slice, type SliceRequest, unfitSlice } from '../slice.ts';
import { pickLines } from './lines.ts';

/** Enough for `#!/usr/bin/env -S …`. */
const FIRST_LINE = 256;
const LARGEST = 4 * 1024 * 1024;

/** A definition of a source file by its name, with what belongs to it. */
export async function pickSymbol(request: SliceRequest): Promise<Slice> {
  const { source, from, selector, path } = request;
  const grammar = grammarOf(path) ?? grammarOfScript(decodeUtf8(await readAt(source, from, FIRST_LINE)));
  if (!grammar)
    return unfitSlice(`No grammar reads a file of this name, so its symbols are not known.`, 'Ask for lines instead.');
  if (source.size - from > LARGEST) {
    return { ok: false, why: 'broken', fault: { byte: from, message: 'a source file of this size is not parsed' } };
  }
  const symbols = await findSymbols(decodeUtf8(await readAt(source, from, LARGEST)), grammar);
  if (!symbols) return { ok: false, why: 'broken', fault: { byte: from, message: 'the parser gave up on this text' } };
  const [found, ...others] = symbols.filter((symbol) => isNamed(symbol, selector.value));
  if (!found) {
    const known = symbols.flatMap(({ name, path: full }) => [name, full]);
    const nearest = nearestNames(selector.value, known);
    return missingSlice(
      `Nothing in the file is called ${selector.value}.`,
      nearest.length > 0 ? nearest : known.slice(0, 10),
    );
  }
  const slice = await pickLines({ ...request, format: 'text' }, found.firstLine, found.lastLine);
  if (!slice.ok) return slice;
  return {
    ...slice,
    what: `${found.path} (${found.kind.replaceAll('_', ' ')}), ${slice.what}`,
    others: others.map((symbol) => `${symbol.path} at line ${symbol.firstLine}`),
  };
}

/** By its name, with as many of the enclosing names as needed; `::` and `#` are read as dots. */
function isNamed(symbol: SourceSymbol, wanted: string): boolean {
  const dotted = wanted.replace(/::|#(?=\w)/g, '.');
  return (
    symbol.path === dotted || symbol.name === wanted || symbol.path.endsWith(`.${dotted}`) || symbol.path === wanted
  );
}
