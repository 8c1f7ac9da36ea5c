import { extensionOf } from '#code/extension-of.ts';
import { likelyDelimiter, sniffDialect } from './csv/dialect.ts';
import { formatByName } from './extensions.ts';
import type { Format, FormatFault } from './format.ts';
import { probeJson } from './json/probe.ts';
import { looksBinary, recognise } from './magic.ts';
import { probeXml } from './xml/probe.ts';

export interface Detected {
  readonly format: Format;
  readonly by: 'content' | 'name' | 'caller';
  /** Of delimited text. */
  readonly delimiter?: string;
  /** What a reader should know about the decision. */
  readonly note?: string;
}

export interface Beginning {
  readonly path: string;
  /** The first bytes of the text, behind a byte order mark. */
  readonly head: Buffer;
  /** Where in the file the head begins. */
  readonly from: number;
  /** The head is all there is. */
  readonly isWhole: boolean;
  readonly wanted?: Format | undefined;
}

/** What a file is: by its content where that is plain, by its name where it is not. */
export async function detectFormat(beginning: Beginning): Promise<Detected> {
  const { wanted, head, path } = beginning;
  if (wanted) return withDelimiter({ format: wanted, by: 'caller' }, beginning);
  const named = formatByName(path);
  const magic = recognise(head);
  const binary = looksBinary(head);
  if (binary && (magic !== undefined || named === undefined || !STRICT.includes(named))) {
    return { format: 'binary', by: 'content', ...(magic === undefined ? {} : { note: `It looks like ${magic}.` }) };
  }
  if (named === 'text') return { format: 'text', by: 'name' };
  const plain = byPlainContent(beginning, named);
  if (plain) return withDelimiter(plain, beginning);
  if (named) return withDelimiter({ format: named, by: 'name' }, beginning);
  return byLooserContent(beginning);
}

/** These readers find and name a byte that does not belong. */
const STRICT: readonly Format[] = ['json', 'jsonl', 'xml', 'yaml', 'toml'];

/** JSON and XML can be told from anything else; YAML takes JSON as its own. */
function byPlainContent({ head, isWhole }: Beginning, named: Format | undefined): Detected | undefined {
  if (named === 'yaml') return undefined;
  const json = probeJson(head, isWhole, named);
  if (json.format) return { format: json.format, by: named === json.format ? 'name' : 'content' };
  if (named === 'json' || named === 'jsonl')
    return probeXml(head, isWhole).declared ? { format: 'xml', by: 'content' } : undefined;
  const xml = probeXml(head, isWhole);
  return xml.looksXml && (!xml.fault || xml.declared)
    ? { format: 'xml', by: named === 'xml' ? 'name' : 'content' }
    : undefined;
}

async function byLooserContent(beginning: Beginning): Promise<Detected> {
  const { head, isWhole, path } = beginning;
  const dialect = sniffDialect(head, isWhole);
  if (dialect && dialect.rows >= 3 && !readsLikeProse(head, dialect.delimiter)) {
    return { format: dialect.delimiter === '\t' ? 'tsv' : 'csv', by: 'content', delimiter: dialect.delimiter };
  }
  const extension = extensionOf(path);
  if (extension !== 'txt' && extension !== 'log') {
    const config = await byConfiguration(head, isWhole);
    if (config) return { format: config, by: 'content' };
  }
  const note = almost(beginning);
  return { format: 'text', by: 'content', ...(note === undefined ? {} : { note }) };
}

async function byConfiguration(head: Buffer, isWhole: boolean): Promise<Format | undefined> {
  const text = head.toString('utf8');
  if (/^\s*(\[{1,2}[\w."'-]+\]{1,2}|[\w."'-]+\s*=)/m.test(text)) {
    const { probeToml } = await import('./toml/probe.ts');
    if (probeToml(text, isWhole)) return 'toml';
  }
  if (/^(---|%YAML|["']?[\w./-]+["']?:(\s|$))/m.test(text)) {
    const { probeYaml } = await import('./yaml/probe.ts');
    if (probeYaml(text, isWhole)) return 'yaml';
  }
  return undefined;
}

function withDelimiter(detected: Detected, { head, isWhole }: Beginning): Detected {
  if (detected.format === 'tsv') return { ...detected, delimiter: '\t' };
  if (detected.format === 'csv') return { ...detected, delimiter: likelyDelimiter(head, isWhole) };
  return detected;
}

/** People put a space after a comma, tables do not. */
function readsLikeProse(head: Buffer, delimiter: string): boolean {
  if (delimiter !== ',' && delimiter !== ';') return false;
  const text = head.toString('latin1');
  const all = text.split(delimiter).length - 1;
  return (text.split(`${delimiter} `).length - 1) * 2 > all;
}

/** Text that begins like data and breaks off: a reader who expects data wants to know where. */
function almost({ head, isWhole, from }: Beginning): string | undefined {
  const json = probeJson(head, isWhole, undefined);
  if (json.fault && (head[0] === 0x7b || head[0] === 0x5b)) return broken('JSON', json.fault, from);
  const xml = probeXml(head, isWhole);
  return xml.looksXml && xml.fault ? broken('XML', xml.fault, from) : undefined;
}

const broken = (what: string, { byte, message }: FormatFault, from: number): string =>
  `It begins like ${what}, but at byte ${from + byte} ${message}.`;
