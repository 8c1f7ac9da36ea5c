import { AssayError } from '#contracts/errors.ts';
import type { ReadDocument } from '../document.ts';
import { splitPassage } from './split-passage.ts';

/** Page by page: a citation of a PDF names its page. */
export async function readPdf(bytes: Uint8Array, name: string): Promise<ReadDocument> {
  // 2.6 MB that is rarely needed.
  const { extractText, getDocumentProxy, getMeta } = await import('unpdf');
  try {
    const pdf = await getDocumentProxy(new Uint8Array(bytes));
    const { text } = await extractText(pdf, { mergePages: false });
    const { info } = await getMeta(pdf).catch(() => ({ info: {} as Record<string, unknown> }));
    const title = typeof info.Title === 'string' && info.Title.trim() !== '' ? info.Title.trim() : name;
    return {
      title,
      passages: text.flatMap((page, index) => splitPassage({ headings: [], text: page, page: index + 1 })),
    };
  } catch (thrown) {
    throw new AssayError('FILE_UNREADABLE', `${name} cannot be read as a PDF: ${String(thrown).split('\n')[0]}`, {
      cause: thrown,
      next: 'Open it in a viewer; a scanned or encrypted file has no text to read.',
    });
  }
}
