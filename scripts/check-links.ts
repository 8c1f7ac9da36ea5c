import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Links of our pages to files that are not there. `pages`: Markdown by path from the root. */
export function checkLinks(root: string, pages: ReadonlyMap<string, string>): string[] {
  return [...pages].flatMap(([page, text]) =>
    [...new Set(linksIn(text))]
      .filter((target) => !existsSync(join(root, dirname(page), decodeURI(target))))
      .map((target) => `${page} links to ${target}, which is not there`),
  );
}

/** What links lead to beside the page itself, other pages' addresses and mail; code is no link. */
function linksIn(text: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));
}
