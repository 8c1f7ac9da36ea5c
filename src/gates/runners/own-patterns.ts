import { posix } from 'node:path';
import { parse as parseYaml } from 'yaml';
import type { FileView } from '#project/toolchain/file-view.ts';

/** Which files a runner's own configuration calls tests; null where it says nothing, or nothing that can be read. */
export function ownPatterns(runner: string, root: string, view: FileView): readonly string[] | null {
  const read = (name: string): string => view.read(posix.join(root, name)) ?? '';
  if (runner === 'pytest') return pytestPatterns(read);
  if (runner === 'mocha') return mochaPatterns(read);
  if (runner === 'jest') return jestPatterns(read);
  return null;
}

type Read = (name: string) => string;

function pytestPatterns(read: Read): string[] | null {
  for (const name of ['pytest.ini', '.pytest.ini', 'pyproject.toml', 'tox.ini', 'setup.cfg']) {
    const found = /^python_files\s*=\s*(\[[^\]]*\]|.*(?:\n[ \t]+\S.*)*)/m.exec(read(name))?.[1];
    const names = found?.match(/[\w.*?[\]-]+\.py\b|[\w*?]+\*[\w*?.]*/g);
    if (names) return names.map((each) => `**/${each}`);
  }
  return null;
}

function mochaPatterns(read: Read): string[] | null {
  for (const name of ['.mocharc.json', '.mocharc.yml', '.mocharc.yaml', 'package.json']) {
    const settings = parsed(read(name));
    const own = name === 'package.json' ? memberOf(settings, 'mocha') : settings;
    const spec = memberOf(own, 'spec');
    const list =
      typeof spec === 'string' ? [spec] : Array.isArray(spec) ? spec.filter((each) => typeof each === 'string') : [];
    if (list.length > 0)
      return list.map((each) => posix.normalize(/[*.]/.test(posix.basename(each)) ? each : `${each}/*`));
  }
  return null;
}

function jestPatterns(read: Read): string[] | null {
  const settings = parsed(read('jest.config.json')) ?? memberOf(parsed(read('package.json')), 'jest');
  const match = memberOf(settings, 'testMatch');
  if (!Array.isArray(match)) return null;
  return match
    .filter((each): each is string => typeof each === 'string' && !each.startsWith('!'))
    .map((each) => each.replace('<rootDir>/', ''));
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

function parsed(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return parseYaml(text);
  } catch {
    return undefined;
  }
}
