/** Text as the content of an element. */
export function escapeText(text: string): string {
  return clean(text).replace(/[&<>\r]/g, (found) => TEXT[found] ?? found);
}

/** Text as the value of an attribute in double quotes. */
export function escapeAttribute(text: string): string {
  return clean(text).replace(/[&<>"\r\n\t]/g, (found) => ATTRIBUTE[found] ?? found);
}

/** Cut to a number of characters, never through one. */
export function cutText(text: string, limit: number): { readonly text: string; readonly cut: boolean } {
  if (text.length <= limit) return { text, cut: false };
  const last = text.charCodeAt(limit - 1);
  const end = last >= 0xd800 && last < 0xdc00 ? limit - 1 : limit;
  return { text: `${text.slice(0, end)}…`, cut: true };
}

/** XML 1.1 and half characters: nothing that XML 1.0 forbids gets through. */
const clean = (text: string): string => text.toWellFormed().replace(FORBIDDEN, '\ufffd');

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it is about
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const TEXT: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
const ATTRIBUTE: Readonly<Record<string, string>> = { ...TEXT, '"': '&quot;', '\n': '&#10;', '\t': '&#9;' };
