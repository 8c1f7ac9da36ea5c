import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { REQUIREMENTS } from '../test/requirements/all.ts';
import { runChecks } from './check.ts';
import { ROOT } from './processes.ts';

const SETTINGS = {
  'docs/tools.md': readFileSync(join(ROOT, 'docs/tools.md'), 'utf8'),
  // A slash behind node_modules would match folders only, and here it is a link.
  '.gitignore': 'node_modules\n',
  'package.json': '{ "type": "module" }\n',
  'biome.json':
    '{ "json": { "formatter": { "enabled": false } }, "javascript": { "formatter": { "quoteStyle": "single" } } }\n',
  'tsconfig.json':
    '{ "compilerOptions": { "module": "nodenext", "strict": true, "skipLibCheck": true }, "include": ["src"] }\n',
  'web/tsconfig.json': '{ "compilerOptions": { "module": "nodenext", "strict": true }, "include": ["."] }\n',
  'web/page.ts': 'export {};\n',
};

/** A small repository with the given files. */
function repository(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'assay-check-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries({ ...SETTINGS, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  return root;
}

async function check(root: string): Promise<{ failed: string[]; lines: string[] }> {
  const lines: string[] = [];
  const failed = await runChecks(root, (line) => lines.push(line));
  return { failed: failed.sort(), lines };
}

/** What is promised is promised here too: every done id is cited. */
const CITES = `import { describe } from 'vitest';\n\n${REQUIREMENTS.filter(({ state }) => state === 'done')
  .map(({ id }) => `describe('${id}', () => {});\n`)
  .join('')}`;

const GOOD = 'const one: number = 1;\nvoid one;\n\nexport {};\n';

it('passes a sound repository with one line a check, each with its duration', async () => {
  const { failed, lines } = await check(repository({ 'src/host/a.ts': GOOD, 'src/host/cites.test.ts': CITES }));
  expect(failed, lines.join('\n')).toEqual([]);
  expect(lines).toHaveLength(14);
  for (const line of lines) expect(line).toMatch(/^ok {3}\w.* \d+\.\d s$/);
});

it('runs every check to its end and names each one that failed', async () => {
  const machinePath = ['', 'work', 'x'].join('/');
  const { failed, lines } = await check(
    repository({
      'src/host/type.ts': "export const one: number = 'one';\n",
      'src/host/format.ts': 'export   const one = 1\n',
      'src/host/room.ts': "export type { one } from '#app/a.ts';\n",
      'src/host/id.test.ts': "import { describe } from 'vitest';\n\ndescribe('G99', () => {});\n",
      'notes.md': machinePath,
      'run.sh': '#!/bin/sh\nif\n',
      'docs/tools.md': '# Tools that are no more\n',
    }),
  );
  expect(failed).toEqual([
    'lint and format',
    'machine traces',
    'reached',
    'requirements',
    'rooms',
    'shell',
    'tool docs',
    'types',
  ]);
  const all = lines.join('\n');
  for (const part of [
    'type.ts',
    'format.ts',
    'host/ (1) may not import app/ (9)',
    'cites G99',
    machinePath,
    'run.sh: ',
  ]) {
    expect(all).toContain(part);
  }
});
