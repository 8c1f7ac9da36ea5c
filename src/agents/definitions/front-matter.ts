import { isMap, isNode, LineCounter, parseDocument } from 'yaml';

/** A Markdown file with a YAML head. */
export interface FrontMatter {
  readonly data: Readonly<Record<string, unknown>>;
  /** The line of a field in the file, from 1; or that of the nearest existing field around it. */
  lineOf(path: readonly PropertyKey[]): number;
  readonly body: string;
  /** It is not YAML, and was read field by field. */
  readonly forgiven?: { readonly line: number; readonly message: string };
}

export type ReadFrontMatter =
  | { readonly ok: true; readonly file: FrontMatter }
  | { readonly ok: false; readonly line: number; readonly message: string };

const FENCE = /^---[ \t]*$/;
/** The limit of a definition; more is a mistake, or an attack on the parser. */
const LONGEST_HEAD = 64 * 1024;

/**
 * Pure. The head is between two lines of `---`, the first of which begins the file. Other programs accept heads that
 * are not YAML (`description: Use it when: …`); with `fields` such a head is read as they do: each of these fields
 * begins a line, and what does not parse is a text.
 */
export function readFrontMatter(text: string, fields: readonly string[] = []): ReadFrontMatter {
  const strict = readYamlHead(text);
  if (strict.ok || fields.length === 0) return strict;
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const end = lines.findIndex((line, at) => at > 0 && FENCE.test(line));
  if (!FENCE.test(lines[0] ?? '') || end === -1 || strict.message.startsWith('its head')) return strict;
  const head = quotedFields(lines.slice(1, end), fields);
  const forgiven = readYamlHead(['---', ...head, ...lines.slice(end)].join('\n'));
  if (!forgiven.ok) return strict;
  const { line, message } = strict;
  return { ok: true, file: { ...forgiven.file, forgiven: { line, message } } };
}

/** Each field on its original line, its value quoted where it is not YAML. */
function quotedFields(lines: readonly string[], fields: readonly string[]): string[] {
  const starts = lines.flatMap((line, at) => (fields.some((field) => line.startsWith(`${field}:`)) ? [at] : []));
  return starts.map((start, index) => {
    const block = lines.slice(start, starts[index + 1] ?? lines.length);
    if (parseDocument(block.join('\n'), { version: '1.2', schema: 'core' }).errors.length === 0)
      return block.join('\n');
    const [first = ''] = block;
    const colon = first.indexOf(':');
    const value = [first.slice(colon + 1), ...block.slice(1)].join('\n').trim();
    return `${first.slice(0, colon)}: ${JSON.stringify(value)}`;
  });
}

function readYamlHead(text: string): ReadFrontMatter {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (!FENCE.test(lines[0] ?? '')) return bad(1, 'it does not begin with ---, so it has no head of YAML');
  const end = lines.findIndex((line, at) => at > 0 && FENCE.test(line));
  if (end === -1) return bad(1, 'its head of YAML has no second ---');
  const head = lines.slice(1, end).join('\n');
  if (head.length > LONGEST_HEAD) return bad(1, `its head is longer than ${LONGEST_HEAD / 1024} KB`);
  const counter = new LineCounter();
  const document = parseDocument(head, { lineCounter: counter, version: '1.2', schema: 'core', uniqueKeys: true });
  const [error] = document.errors;
  if (error) return bad(counter.linePos(error.pos[0]).line + 1, reasonLine(error.message));
  const data: unknown = toValue(document);
  if (data === TOO_MUCH) return bad(2, 'its head refers to itself too often');
  if (!isMap(document.contents) || typeof data !== 'object' || data === null) {
    return bad(2, 'its head is not a list of fields (name: value)');
  }
  return {
    ok: true,
    file: {
      // A map of YAML is a plain object of JavaScript.
      data: data as Record<string, unknown>,
      lineOf: (path) => lineOf(path),
      body: lines
        .slice(end + 1)
        .join('\n')
        .trim(),
    },
  };

  function lineOf(path: readonly PropertyKey[]): number {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true);
      const start = isNode(node) ? node.range?.[0] : undefined;
      if (start !== undefined) return counter.linePos(start).line + 1;
    }
    return 2;
  }
}

const TOO_MUCH = Symbol('too much');

/** Aliases can expand a small text enormously; the parser counts them. */
function toValue(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 20 });
  } catch {
    return TOO_MUCH;
  }
}

const bad = (line: number, message: string): ReadFrontMatter => ({ ok: false, line, message });
const reasonLine = (text: string): string => text.split('\n')[0]?.replace(/:$/, '') ?? text;
