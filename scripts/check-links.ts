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

/** The files that links lead to. Left out: the page itself, web addresses, mail, and links in code. */
function linksIn(text: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));
}
