import { Parser } from 'htmlparser2';
import type { Passage, ReadDocument } from '../document.ts';
import { splitPassage } from './split-passage.ts';

const SILENT = new Set(['script', 'style', 'noscript', 'template', 'svg', 'nav', 'footer', 'iframe', 'button', 'form']);
const BLOCKS = new Set(
  'address article aside blockquote dd div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li main ol p pre section table tr ul br'.split(
    ' ',
  ),
);

/** The visible text of a page, by heading; scripts and styles are left out. */
export function readHtml(html: string, name: string): ReadDocument {
  const above: { depth: number; text: string }[] = [];
  const passages: Passage[] = [];
  const links: string[] = [];
  let [title, text, heading, anchor, headingId] = ['', '', '', '', ''];
  let [silent, inTitle, inPre, depth] = [0, false, 0, 0];
  const flush = (): void => {
    const body = text.replace(/\n(?: *\n){2,}/g, '\n\n');
    const section = { headings: above.map((each) => each.text), text: body.trim() };
    passages.push(...splitPassage({ ...section, ...(anchor === '' ? {} : { anchor }) }));
    text = '';
  };
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (SILENT.has(tag)) silent += 1;
      if (tag === 'title') inTitle = true;
      if (tag === 'pre') inPre += 1;
      if (tag === 'a' && attributes.href) links.push(attributes.href);
      if (BLOCKS.has(tag)) text += '\n';
      if (tag === 'p' || tag === 'pre') text += '\n';
      if (/^h[1-6]$/.test(tag) && silent === 0) {
        flush();
        depth = Number(tag[1]);
        headingId = attributes.id ?? '';
        heading = '';
      }
    },
    ontext(chunk) {
      if (inTitle) title += chunk;
      else if (silent > 0) return;
      else if (depth > 0) heading += chunk;
      else text += inPre > 0 ? chunk : chunk.replace(/\s+/g, ' ');
    },
    onclosetag(tag) {
      if (SILENT.has(tag)) silent = Math.max(0, silent - 1);
      if (tag === 'title') inTitle = false;
      if (tag === 'pre') inPre = Math.max(0, inPre - 1);
      if (/^h[1-6]$/.test(tag) && depth > 0) {
        while ((above.at(-1)?.depth ?? 0) >= depth) above.pop();
        above.push({ depth, text: heading.replace(/\s+/g, ' ').trim() });
        anchor = headingId;
        depth = 0;
      } else if (BLOCKS.has(tag)) text += '\n';
    },
  });
  parser.write(html);
  parser.end();
  flush();
  return { title: title.replace(/\s+/g, ' ').trim() || above[0]?.text || name, passages, links };
}
