import { tableOf } from '#host/table-of.ts';
import type { DocumentType, FetchedDocument, ReadDocument } from './document.ts';
import { readHtml } from './formats/html.ts';
import { readMarkdown } from './formats/markdown.ts';
import { readPdf } from './formats/pdf.ts';
import { readPlainText } from './formats/text.ts';

export async function readDocument({ id, bytes, type }: FetchedDocument): Promise<ReadDocument> {
  const name = id.slice(id.lastIndexOf('/') + 1) || id;
  if (type === 'pdf') return readPdf(bytes, name);
  const text = new TextDecoder('utf-8', { fatal: false }).decode(bytes).replaceAll('\u0000', '');
  if (type === 'html') return readHtml(text, name);
  return type === 'markdown' ? readMarkdown(text, name) : readPlainText(text, name);
}

const BY_ENDING: Readonly<Record<string, DocumentType>> = tableOf({
  ...{ md: 'markdown', markdown: 'markdown', mdx: 'markdown', html: 'html', htm: 'html', xhtml: 'html', pdf: 'pdf' },
  ...{ txt: 'text', rst: 'text', adoc: 'text', text: 'text' },
});

/** The format by the file name; null if it is not a document. */
export function typeByName(path: string): DocumentType | null {
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return BY_ENDING[ending] ?? (/(^|\/)(readme|changelog|license|contributing|rfc\d+)$/i.test(path) ? 'text' : null);
}

/** By the server's content type. */
export function typeByHeader(contentType: string, url: string): DocumentType | null {
  const kind = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (kind === 'application/pdf') return 'pdf';
  if (kind === 'text/html' || kind === 'application/xhtml+xml') return 'html';
  if (kind === 'text/markdown') return 'markdown';
  if (kind === 'text/plain' || kind === '') return typeByName(new URL(url).pathname) ?? 'text';
  return null;
}
