import { basename } from 'node:path';

/** Decision pages that share a number, or whose title has another number than their file. `pages`: Markdown by path. */
export function checkDecisions(pages: ReadonlyMap<string, string>): string[] {
  const byNumber = new Map<string, string>();
  return [...pages].flatMap(([path, text]) => {
    const number = /^docs\/decisions\/(\d{4})-/.exec(path)?.[1];
    if (number === undefined) return [];
    const other = byNumber.get(number);
    byNumber.set(number, path);
    const title = `# ${Number(number)}. `;
    return [
      ...(other === undefined ? [] : [`${path} has the same number as ${basename(other)}: take the next free one`]),
      ...(text.startsWith(title) ? [] : [`${path} must begin with "${title}"`]),
    ];
  });
}
