const NUMBER = '(?:S?\\d+|\\^\\d+|sources?:? ?S?\\d+)';
const MARK = new RegExp(
  `\\s*[[(]${NUMBER}(?:\\s*[,;]\\s*${NUMBER})*[\\])]|\\s*【[^】]*】|\\s*\\((?:un)?supported(?::[^)]*)?\\)`,
  'gi',
);

/** `[S3]`, `[1]`, `[^1]`, `(source 2)`, `【3†source】`, a label: a model's own markers cannot be relied on. */
export const withoutMarkers = (text: string): string => text.replace(MARK, '').replace(/\s+/g, ' ').trim();
