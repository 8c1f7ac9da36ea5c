import { escapeControls } from '../formats/escape-bytes.ts';
import type { SliceAnswer } from './schema.ts';

/** A part of a file for people, and for agents that read text. */
export function readText({ file, what, content, lines, fallback, leftOut, others }: SliceAnswer): string {
  const where = lines ? ` (${file}:${lines.first})` : '';
  const remarks = [...leftOut, ...(others.length > 0 ? [`Also: ${others.join(', ')}.`] : [])];
  const sections = [
    `${file}: ${what}${where}${fallback === undefined ? '' : `\n${fallback}`}`,
    content.trimEnd(),
    remarks.join('\n'),
  ];
  return escapeControls(sections.filter((section) => section !== '').join('\n\n'));
}
