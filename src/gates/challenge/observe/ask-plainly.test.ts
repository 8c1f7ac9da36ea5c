import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { plainJavascript } from './asker-javascript.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

describe('the plain program that asks', () => {
  it('loads files that name each other’s types and nothing else of each other', () => {
    const answers = ask(
      {
        'tree.ts':
          "import { Options, type Wide } from './index.js'\nexport class Tree { constructor(public options: Options & Wide) {} }\n",
        'index.ts':
          "import { Tree } from './tree.js'\nexport interface Options { deep?: boolean }\nexport type Wide = { wide?: boolean }\nexport const kind = Tree.name\nexport const depth = (options: Options) => (options.deep ? 2 : 1)\n",
      },
      { modules: ['tree.ts', 'index.ts'], call: { module: 'index.ts', name: 'depth', args: '[{"deep":true}]' } },
    );
    expect(answers).toEqual([{ k: 'q', n: 0, o: '2' }, { k: 'z' }]);
  });

  it('loads a file that is imported for its effects, or for some of its names', () => {
    const answers = ask(
      {
        'tally.ts': 'export interface Tally { n: number }\nexport const tally = { n: 0 }\n',
        'adds.ts': "import { tally } from './tally.js'\ntally.n += 1\n",
        'index.ts':
          "import './adds.js'\nimport {} from './adds.js'\nimport { tally, Tally } from './tally.js'\nexport const count = (): Tally['n'] => tally.n\n",
      },
      { modules: ['index.ts'], call: { module: 'index.ts', name: 'count', args: '[]' } },
    );
    expect(answers).toEqual([{ k: 'q', n: 0, o: '1' }, { k: 'z' }]);
  });
});

interface Question {
  readonly modules: readonly string[];
  readonly call: { readonly module: string; readonly name: string; readonly args: string };
}

/** What the program says of a project of these files, with a writer of answers that prints them. */
function ask(files: Readonly<Record<string, string>>, { modules, call }: Question): unknown[] {
  const folder = mkdtempSync(join(tmpdir(), 'ask-plainly-'));
  folders.push(folder);
  const all = {
    ...files,
    'package.json': '{"type":"module"}',
    'o.json': JSON.stringify({ before: [], modules, calls: [{ n: 0, ...call }] }),
    'm.mjs': plainJavascript(),
    'a.cjs':
      'exports.put = (said) => console.log(JSON.stringify(said));\nexports.encode = exports.show = JSON.stringify;\nexports.leaves = () => "";\nexports.isPromise = exports.isWatching = () => false;\nexports.fault = (error) => String(error);\n',
  };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text);
  const flags = ['--experimental-transform-types', '--disable-warning=ExperimentalWarning'];
  const said = execFileSync(process.execPath, [...flags, 'm.mjs'], { cwd: folder, encoding: 'utf8' });
  return said
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}
