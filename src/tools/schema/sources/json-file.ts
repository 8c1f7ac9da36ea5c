import { AssayError } from '#contracts/errors.ts';
import { isJsonObject, type Json } from '#contracts/json.ts';
import { flatten } from './flatten.ts';
import { type Cell, foldCase, type RecordTable } from './records.ts';

/** The text of a file, or of its beginning. */
export interface FileText {
  readonly path: string;
  readonly text: string;
  /** Whether that is the whole file. */
  readonly whole: boolean;
}

/**
 * The tables of a JSON document. An array's elements are the records; of an object, the document is one record, and
 * each array of objects in it a table of its own.
 */
export async function jsonTables(file: FileText, rows: number): Promise<RecordTable[]> {
  const document = file.whole ? parseWhole(file) : await parseBeginning(file, rows);
  if (Array.isArray(document)) return [tableOf('records', document, rows, file.whole)];
  const inside = isJsonObject(document) ? Object.entries(document).filter(([, value]) => isRecords(value)) : [];
  const tables = inside.flatMap(([key, value]) =>
    Array.isArray(value) ? [tableOf(key, value, rows, file.whole)] : [],
  );
  return unlikeNames([{ name: 'document', records: [cells(document)], rowsExact: true }, ...tables]);
}

export function jsonlTables({ path, text, whole }: FileText, rows: number): RecordTable[] {
  const lines = text.split('\n');
  // A line that was cut is not a record.
  const complete = whole ? lines : lines.slice(0, -1);
  const records: (readonly Cell[])[] = [];
  let more = !whole;
  for (const [at, line] of complete.entries()) {
    if (line.trim() === '') continue;
    if (records.length >= rows) {
      more = true;
      break;
    }
    records.push(cells(parseLine(path, line, at + 1)));
  }
  return [{ name: 'records', records, rowsExact: !more }];
}

const tableOf = (name: string, array: readonly Json[], rows: number, whole: boolean): RecordTable => ({
  name,
  records: array.slice(0, rows).map(cells),
  rows: array.length,
  rowsExact: whole,
});

const isRecords = (value: Json): boolean => Array.isArray(value) && value.length > 0 && value.every(isJsonObject);

function cells(document: Json): Cell[] {
  try {
    return flatten(document);
  } catch (thrown) {
    if (thrown instanceof RangeError) throw unreadable('The document is nested too deeply to be described.');
    throw thrown;
  }
}

/** Names of tables that SQLite takes, and takes for different ones. */
function unlikeNames(tables: readonly RecordTable[]): RecordTable[] {
  const seen = new Set<string>();
  return tables.map((table) => {
    const plain = table.name
      .toWellFormed()
      .replace(/\p{Cc}+/gu, ' ')
      .replace(/^(sqlite_)+/i, '');
    let name = plain;
    for (let n = 2; seen.has(foldCase(name)); n += 1) name = `${plain}_${n}`;
    seen.add(foldCase(name));
    return { ...table, name };
  });
}

function parseWhole({ path, text }: FileText): Json {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw unreadable(`${path} is not valid JSON: ${messageOf(thrown)}.`);
  }
}

function parseLine(path: string, line: string, number: number): Json {
  try {
    return JSON.parse(line);
  } catch (thrown) {
    throw unreadable(`Line ${number} of ${path} is not valid JSON: ${messageOf(thrown)}.`);
  }
}

const STEP = 256 * 1024;

/** What can be known of a document from its beginning: containers that were cut keep their whole elements. */
async function parseBeginning({ path, text }: FileText, rows: number): Promise<Json> {
  const [{ jsonParser }, { default: Assembler }] = await Promise.all([
    import('stream-json/core/parser.js'),
    import('stream-json/core/assembler.js'),
  ]);
  const read = jsonParser({ packValues: true, streamValues: false });
  const assembler = new Assembler();
  try {
    for (let at = 0; at < text.length; at += STEP) {
      for (const token of tokensOf(read(text.slice(at, at + STEP)))) assembler.consume(token);
      if (assembler.depth > DEEPEST_CUT) throw unreadable('The document is nested too deeply to be described.');
      const { current, depth } = assembler;
      if (depth === 1 && Array.isArray(current) && current.length >= rows) break;
    }
  } catch (thrown) {
    if (thrown instanceof AssayError) throw thrown;
    throw unreadable(`${path} is not valid JSON: ${messageOf(thrown)}.`);
  }
  return closeOpen(assembler);
}

const DEEPEST_CUT = 1000;

type Assembler = InstanceType<typeof import('stream-json/core/assembler.js')['default']>;
type Token = Parameters<Assembler['consume']>[0];

function* tokensOf(answer: unknown): Generator<Token> {
  // The parser answers with a list of tokens, or with nothing yet; its types say more than it does.
  if (answer !== null && typeof answer === 'object' && 'values' in answer && Array.isArray(answer.values)) {
    yield* answer.values as Token[]; // what its own types promise
  }
}

/** An element that was cut has lost members, so it is left out; a member that was cut stays, as long as it is. */
function closeOpen(assembler: Assembler): Json {
  while (assembler.depth > 1) {
    const parent = assembler.stack.at(-2);
    if (Array.isArray(parent)) assembler.dropToLevel(assembler.depth - 1);
    else assembler.consume({ name: 'endObject' });
  }
  return assembler.current as Json; // built from JSON's tokens alone
}

const unreadable = (message: string): AssayError =>
  new AssayError('SOURCE_UNREADABLE', message, {
    next: 'Correct the file, or name another; `preview` shows the place.',
  });

const messageOf = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message : String(thrown)).replace(/\.$/, '');
