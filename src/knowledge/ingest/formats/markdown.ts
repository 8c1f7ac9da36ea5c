import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { Passage, ReadDocument } from '../document.ts';
import { splitPassage } from './split-passage.ts';

/** Sections by heading, with their line numbers. */
export function readMarkdown(text: string, name: string): ReadDocument {
  const lines = text.split('\n');
  const headings: { readonly depth: number; readonly text: string; readonly line: number }[] = [];
  for (const node of fromMarkdown(text).children) {
    if (node.type === 'heading' && node.position)
      headings.push({ depth: node.depth, text: plain(node).trim(), line: node.position.start.line });
  }
  const above: { depth: number; text: string }[] = [];
  const passages: Passage[] = [];
  const section = (first: number, last: number, under: readonly string[]): void => {
    const body = lines.slice(first - 1, last).join('\n');
    const anchor = under.at(-1);
    passages.push(
      ...splitPassage({ headings: under, text: body, first, last, ...(anchor ? { anchor: anchorOf(anchor) } : {}) }),
    );
  };
  const [first] = headings;
  if (first === undefined || first.line > 1) section(1, (first?.line ?? lines.length + 1) - 1, []);
  for (const [index, { depth, text: title, line }] of headings.entries()) {
    while ((above.at(-1)?.depth ?? 0) >= depth) above.pop();
    above.push({ depth, text: title });
    const end = (headings[index + 1]?.line ?? lines.length + 1) - 1;
    section(
      line,
      end,
      above.map((each) => each.text),
    );
  }
  return { title: first?.text || name, passages };
}

function plain(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map((child) => plain(child)).join('') : '';
}

/** The anchor that common hosts generate for a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');
