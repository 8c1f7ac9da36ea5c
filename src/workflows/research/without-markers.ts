const NUMBER = '(?:S?\\d+|\\^\\d+|sources?:? ?S?\\d+)';
const MARK = new RegExp(
  `\\s*[[(]${NUMBER}(?:\\s*[,;]\\s*${NUMBER})*[\\])]|\\s*【[^】]*】|\\s*\\((?:un)?supported(?::[^)]*)?\\)`,
  'gi',
);

/** A list item that is copied with its mark would become an item inside an item on the page. */
const LIST_MARKS = /^\s*(?:(?:[-*+>]|#{1,6})\s+)+/;

/** `[S3]`, `[1]`, `[^1]`, `(source 2)`, `【3†source】`, a label: a model's own markers cannot be relied on; nor does a sentence begin as a list or a heading. */
export const withoutMarkers = (text: string): string =>
  text.replace(LIST_MARKS, '').replace(MARK, '').replace(/\s+/g, ' ').trim();
