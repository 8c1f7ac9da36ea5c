const NUMBER = '(?:S?\\d+|\\^\\d+|sources?:? ?S?\\d+)';
const MARK = new RegExp(
  `\\s*[[(]${NUMBER}(?:\\s*[,;]\\s*${NUMBER})*[\\])]|\\s*【[^】]*】|\\s*\\((?:un)?supported(?::[^)]*)?\\)`,
  'gi',
);

/** `[S3]`, `[1]`, `[^1]`, `(source 2)`, `【3†source】`, a label: what a model puts there is not to be relied on. */
export const withoutMarkers = (text: string): string => text.replace(MARK, '').replace(/\s+/g, ' ').trim();
