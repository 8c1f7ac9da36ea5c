// npm run docs: writes docs/tools.md from the tools' definitions. `npm run check` fails when it is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolsPage } from '#app/tool-command/tool-page.ts';
import { TOOLBELT } from '#tools/registry.ts';
import { isMain, ROOT } from './processes.ts';

const PAGE = 'docs/tools.md';

async function page(): Promise<string> {
  return toolsPage(await Promise.all(TOOLBELT.map((entry) => entry.load({}))));
}

export async function checkToolDocs(root: string): Promise<string[]> {
  const wanted = await page();
  const found = readFileSync(join(root, PAGE), 'utf8');
  return found === wanted ? [] : [`${PAGE} is not what the tools say; \`npm run docs\` updates it.`];
}

if (isMain(import.meta.url)) writeFileSync(join(ROOT, PAGE), await page());
