import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { nearestNames } from '#host/nearest-names.ts';
import { readAt } from '../../formats/source.ts';
import { decodeUtf8 } from '../../formats/utf8.ts';
import { missingSlice, type Slice, type SliceRequest, unfitSlice } from '../slice.ts';
import { pickLines } from './lines.ts';

const LARGEST = 8 * 1024 * 1024;

interface Section {
  readonly title: string;
  /** The titles above it, and its own. */
  readonly path: readonly string[];
  readonly first: number;
  readonly last: number;
}

/** A section of a Markdown file by its heading: from there to the next heading that is no deeper. */
export async function pickSection(request: SliceRequest): Promise<Slice> {
  const { source, from, selector, path } = request;
  if (!/\.(md|markdown|mdx)$/i.test(path)) return unfitSlice('Only Markdown has sections.', 'Ask for lines instead.');
  if (source.size - from > LARGEST)
    return { ok: false, why: 'broken', fault: { byte: from, message: 'a Markdown file of this size is not parsed' } };
  const sections = sectionsOf(decodeUtf8(await readAt(source, from, LARGEST)));
  const [found, ...others] = sections.filter((section) => isNamed(section, selector.value));
  if (!found) {
    const known = sections.map(({ title }) => title);
    const near = nearestNames(selector.value, known);
    return missingSlice(`No heading says ${selector.value}.`, near.length > 0 ? near : known.slice(0, 20));
  }
  const slice = await pickLines({ ...request, format: 'text' }, found.first, found.last);
  if (!slice.ok) return slice;
  return {
    ...slice,
    what: `${found.path.join(' > ')}, ${slice.what}`,
    others: others.map((each) => `${each.path.join(' > ')} at line ${each.first}`),
  };
}

/** Pure. */
export function sectionsOf(text: string): Section[] {
  const headings = fromMarkdown(text).children.flatMap((node) =>
    node.type === 'heading' && node.position
      ? [{ title: plainText(node).trim(), depth: node.depth, line: node.position.start.line }]
      : [],
  );
  const lines = text.replace(/\n$/, '').split('\n').length;
  const open: { title: string; depth: number }[] = [];
  return headings.map(({ title, depth, line }, at) => {
    while ((open.at(-1)?.depth ?? 0) >= depth) open.pop();
    open.push({ title, depth });
    const next = headings.slice(at + 1).find((each) => each.depth <= depth);
    return { title, path: open.map((each) => each.title), first: line, last: next ? next.line - 1 : lines };
  });
}

const plainText = (node: Nodes): string =>
  'value' in node ? node.value : 'children' in node ? node.children.map(plainText).join('') : '';

/** By its heading, with as many of the headings above it as needed; case and marks do not count. */
function isNamed({ path }: Section, wanted: string): boolean {
  const asked = wanted.split('>').map(bare);
  const own = path.map(bare);
  return asked.every((part, at) => own[own.length - asked.length + at] === part);
}

const bare = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
